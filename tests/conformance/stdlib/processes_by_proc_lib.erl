%% shows proc_lib: start with answers and failures, hibernate, stop, initial calls and labels of started processes
-module(processes_by_proc_lib).
-include("../support/edge.hrl").
-export([answers/1, dies/1, sleeps/0, woken/1, loops/0]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    ?T(proc_lib:start(?MODULE, answers, [{ok, ready}])),
    ?T(proc_lib:start_link(?MODULE, answers, [not_ok])),
    ?T(element(1, proc_lib:start_monitor(?MODULE, answers, [x]))),
    ?T(proc_lib:start(?MODULE, dies, [normal])),
    ?T(proc_lib:start(?MODULE, dies, [{bad, day}])),
    ?T(proc_lib:start(?MODULE, dies, [kill])),
    ?T(proc_lib:start(?MODULE, sleeps, [], 1)),
    ?T(element(1, element(2, proc_lib:start_link(?MODULE, no_such_function, [])))),
    ?T(begin {P, R} = proc_lib:spawn_opt(?MODULE, dies, [out], [monitor]), receive {'DOWN', R, _, P, W} -> W end end),
    ?T(begin P = proc_lib:spawn_link(fun() -> exit({shutdown, quietly}) end), receive {'EXIT', P, W} -> W end end),
    ?T(begin P = proc_lib:spawn_link(fun() -> error(loud) end), receive {'EXIT', P, {W, [_ | _]}} -> W end end),
    ?T(begin P = proc_lib:spawn_link(fun() -> throw(ball) end), receive {'EXIT', P, {W, [_ | _]}} -> W end end),
    ?T(proc_lib:initial_call(self())),
    ?T(proc_lib:translate_initial_call(spawn(?MODULE, loops, []))),
    ?T(begin {ok, P} = proc_lib:start(?MODULE, answers, [hibernate]), Self = self(), P ! {wake, Self}, receive {woken, A} -> A end end),
    ?T(stop(normal)),
    ?T(stop(shutdown)),
    ?T(stop({strange, reason})),
    ?T(try proc_lib:stop(no_such_name) catch exit:R -> R end),
    ?T(try proc_lib:stop(proc_lib:spawn(?MODULE, sleeps, []), normal, 1) catch exit:R -> R end),
    ?T(begin P = proc_lib:spawn_link(?MODULE, sleeps, []), [{_, D}] = [{K, V} || {dictionary, L} <- [wait_dictionary(P)], {'$ancestors' = K, V} <- L], D =:= [self()] end),
    ?T(lists:sublist(lists:flatten(proc_lib:format([[{initial_call, {m, f, []}}, {pid, p}, {registered_name, []}, {error_info, {exit, why, []}}], []])), 11)),
    ok.

answers({ok, X}) -> proc_lib:init_ack({done, X});
answers(hibernate) -> proc_lib:init_ack({ok, self()}), proc_lib:hibernate(?MODULE, woken, [kept]);
answers(X) -> proc_lib:init_ack(X).
dies(kill) -> exit(self(), kill), sleeps();
dies(R) -> exit(R).
sleeps() -> receive never -> ok end.
loops() -> receive {system, _, _} -> ok after infinity -> ok end.
woken(Kept) -> receive {wake, To} -> To ! {woken, {Kept, get('$initial_call')}} end.
stop(Reason) ->
    {ok, P} = gen_event:start(),
    R = monitor(process, P),
    {try proc_lib:stop(P, Reason, 5000) catch exit:E -> {exit, E} end, receive {'DOWN', R, _, _, W} -> W end}.
wait_dictionary(P) -> case process_info(P, dictionary) of {dictionary, []} -> erlang:yield(), wait_dictionary(P); D -> D end.
