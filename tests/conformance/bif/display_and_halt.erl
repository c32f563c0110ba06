%% shows functions of erlang that refuse before they do anything
-module(display_and_halt).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:halt(a)),
    ?T(erlang:halt(-1)),
    ?T(erlang:halt(0, [bad])),
    ?T(erlang:halt(0, bad)),
    ?T(erlang:halt([a])),
    ?T(erlang:display_string(a)),
    ?T(erlang:display_string([a])),
    ?T(erlang:garbage_collect(a)),
    ?T(erlang:garbage_collect(self(), [bad])),
    ?T(erlang:garbage_collect(self(), [{type, other}])),
    ?T(erlang:garbage_collect(self())),
    ?T(erlang:garbage_collect(self(), [{type, minor}])),
    ?T(erlang:hibernate(a, b, c)),
    ?T(erlang:suspend_process(self())),
    ?T(erlang:suspend_process(a)),
    ?T(erlang:resume_process(a)),
    ?T(erlang:resume_process(self())),
    ?T(erlang:bump_reductions(-1)),
    ?T(erlang:bump_reductions(a)),
    ?T(erlang:bump_reductions(0)),
    ?T(erlang:yield()),
    ?T(erlang:check_process_code(a, m)),
    ?T(erlang:check_process_code(self(), "m")),
    ?T(erlang:check_process_code(self(), no_such_module)),
    ?T(erlang:check_process_code(self(), m, [bad])),
    ok.
