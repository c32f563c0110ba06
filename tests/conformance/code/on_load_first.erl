%% shows that nobody sees a module whose on_load function runs for the first time, and that who calls it waits
-module(on_load_first).
-include("../support/edge.hrl").
-import(waiting_loads, [begins/1, later/1, inside/0, ask/2, ends/2]).

main() ->
    waiting_loads:watch(),
    Loading = begins(2),
    Inside = inside(),
    ?T({erlang:module_loaded(reloaded), code:is_loaded(reloaded), lists:member(reloaded, erlang:loaded())}),
    ?T({erlang:function_exported(reloaded, version, 0), erlang:check_old_code(reloaded), code:purge(reloaded)}),
    ?T(erlang:get_module_info(reloaded)),
    ?T([ask(Inside, What) || What <- [old, own, ensure]]),
    ?T((ask(Inside, give))(1)),
    ?T(erlang:finish_after_on_load(reloaded, id(other))),
    Started = ask(Inside, start),
    ?T(ask(Started, old)),
    Calls = later(fun() -> reloaded:version() end),
    Ensures = later(fun() -> code:ensure_loaded(reloaded) end),
    ?T(ends({Inside, Loading}, ok)),
    ?T({Calls(), Ensures()}),
    ?T([ask(Started, What) || What <- [old, new]]),
    ?T({erlang:module_loaded(reloaded), code:is_loaded(reloaded), lists:member(reloaded, erlang:loaded())}),
    ?T(erlang:check_process_code(Started, reloaded)),
    ?T({erlang:call_on_load_function(reloaded), no_error}),
    ?T(erlang:finish_after_on_load(reloaded, id(true))).

id(X) -> X.
