%% shows supervisor: children added, ended, restarted, deleted and counted, wrong specifications, and children that do not start
-module(supervisor_children).
-include("../support/edge.hrl").
-export([init/1, start_child/1]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    ?T(s(fun(S) -> supervisor:count_children(S) end, counts)),
    ?T(s(fun(S) -> ids(S) end)),
    ?T(s(fun(S) -> {element(1, supervisor:start_child(S, spec(c))), ids(S)} end)),
    ?T(s(fun(S) -> {error, {already_started, P}} = supervisor:start_child(S, spec(a)), is_pid(P) end)),
    ?T(s(fun(S) -> {supervisor:terminate_child(S, a), supervisor:which_children(S) =/= [], supervisor:start_child(S, spec(a))} end)),
    ?T(s(fun(S) -> supervisor:terminate_child(S, a), element(1, supervisor:restart_child(S, a)) end)),
    ?T(s(fun(S) -> {supervisor:restart_child(S, a), supervisor:delete_child(S, a), supervisor:delete_child(S, none)} end)),
    ?T(s(fun(S) -> supervisor:terminate_child(S, a), {supervisor:delete_child(S, a), ids(S)} end)),
    ?T(s(fun(S) -> {supervisor:terminate_child(S, none), supervisor:restart_child(S, none)} end)),
    ?T(s(fun(S) -> supervisor:get_childspec(S, a) end, map)),
    ?T(s(fun(S) -> supervisor:get_childspec(S, none) end)),
    ?T(s(fun(S) -> [supervisor:start_child(S, (spec(c))#{start := {?MODULE, start_child, [How]}}) || How <- [ignore, {error, no}, bad]] end)),
    ?T(s(fun(S) -> supervisor:start_child(S, (spec(c))#{start := {?MODULE, start_child, [ignore]}}), ids(S) end)),
    ?T([supervisor:check_childspecs([Spec]) || Spec <- [spec(x), (spec(x))#{restart => sometimes}, (spec(x))#{shutdown => -1}, #{id => x},
        (spec(x))#{type => boss}, (spec(x))#{modules => m}, x, {x, {m, f, []}, permanent, 10, worker, [m]}, (spec(x))#{start := {m, f}}]]),
    ?T(supervisor:check_childspecs([spec(x), spec(x)])),
    ?T([supervisor:start_link(?MODULE, How) || How <- [{#{strategy => other}, []}, {#{intensity => -1}, []}, {#{period => 0}, []}, {#{}, [x]}, bad]]),
    ?T(supervisor:start_link(?MODULE, {#{}, [spec(a), spec(a)]})),
    ?T(element(1, element(2, supervisor:start_link(?MODULE, {#{}, [(spec(a))#{start := {?MODULE, start_child, [{error, no}]}}]})))),
    ?T(supervisor:start_link(?MODULE, just_ignore)),
    ?T(simple()),
    ?T(in_order()),
    ok.

s(F) -> {ok, S} = supervisor:start_link(?MODULE, {#{}, [spec(a), spec(b)]}), R = F(S), unlink(S), exit(S, shutdown), R.
s(F, counts) -> lists:sort(s(F));
s(F, map) -> {ok, M} = s(F), lists:sort(maps:to_list(M)).
ids(S) -> [{I, is_pid(P), T} || {I, P, T, _} <- supervisor:which_children(S)].
spec(Id) -> #{id => Id, start => {?MODULE, start_child, [Id]}}.
init(just_ignore) -> ignore;
init(bad) -> bad;
init(How) -> {ok, How}.
start_child({error, _} = E) -> E;
start_child(ignore) -> ignore;
start_child(bad) -> not_an_answer;
start_child({Id, To}) -> {ok, spawn_link(fun() -> process_flag(trap_exit, true), receive {'EXIT', _, R} -> To ! {Id, R} end end)};
start_child(_) -> {ok, spawn_link(fun() -> receive nothing -> ok end end)}.

simple() ->
    {ok, S} = supervisor:start_link(?MODULE, {#{strategy => simple_one_for_one}, [#{id => x, start => {?MODULE, start_child, []}}]}),
    [{ok, A}, {ok, _}, I] = [supervisor:start_child(S, [X]) || X <- [one, two, ignore]],
    R = [I, supervisor:terminate_child(S, A), length(supervisor:which_children(S)), supervisor:delete_child(S, x), supervisor:restart_child(S, x), supervisor:terminate_child(S, x)],
    unlink(S), exit(S, shutdown), R.

%% Children are ended in the reverse order of their start.
in_order() ->
    To = self(),
    {ok, S} = supervisor:start_link(?MODULE, {#{}, [#{id => I, start => {?MODULE, start_child, [{I, To}]}} || I <- [1, 2, 3]]}),
    [begin true = wait_trapping(P) end || {_, P, _, _} <- supervisor:which_children(S)],
    exit(S, shutdown),
    receive {'EXIT', S, W} -> {[receive {I, R} -> {I, R} end || _ <- [1, 2, 3]], W} end.
wait_trapping(P) -> case process_info(P, trap_exit) of {_, true} -> true; _ -> erlang:yield(), wait_trapping(P) end.
