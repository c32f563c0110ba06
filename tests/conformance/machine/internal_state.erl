%% shows erts_debug:get_internal_state/1 and set_internal_state/2, as far as they have one answer: what they refuse, what processes and terms they describe
%% reports: ignored
-module(internal_state).
-export([main/0]).

main() ->
    io:format("~p~n", [[outcome(fun() -> state(reds_left) end), outcome(fun() -> set(sleep, 0) end)]]),
    io:format("~p~n", [set(available_internal_state, true)]),
    io:format("~p~n", [state(available_internal_state)]),
    io:format("~p~n", [set(available_internal_state, true)]),
    io:format("~p~n", [[outcome(fun() -> state(What) end) || What <- [nothing, 1, {nothing, 1}, {link_list, nobody}, {process_status, 1}]]]),
    io:format("~p~n", [outcome(fun() -> set(nothing, 1) end)]),
    io:format("~p~n", [is_integer(state(reds_left))]),
    processes_and_terms(),
    io:format("~p~n", [[state({atom_out_cache_index, Atom}) =< state(max_atom_out_cache_index) || Atom <- [ok, '', node()]]]),
    io:format("~p~n", [outcome(fun() -> state({atom_out_cache_index, "ok"}) end)]),
    steered(),
    io:format("~p~n", [set(available_internal_state, false)]),
    io:format("~p~n", [outcome(fun() -> state(reds_left) end)]).

processes_and_terms() ->
    Main = self(),
    Waiting = spawn(fun() -> receive stop -> ok end end),
    Linked = spawn(fun() -> link(Main), link(Waiting), Ref = monitor(process, Waiting), Main ! {ready, Ref}, receive stop -> unlink(Main) end end),
    Ref = receive {ready, R} -> R end,
    io:format("~p~n", [[state({process_status, Pid}) || Pid <- [self(), spawn(fun() -> ok end)], Pid =:= self()]]),
    io:format("~p~n", [wait_for(Waiting, waiting)]),
    io:format("~p~n", [[[{Tag, Type, name(Other, [{main, Main}, {waiting, Waiting}]), State} || {Tag, Type, Other, State, _} <- lists:sort(state({link_list, Linked}))]]]),
    io:format("~p~n", [[{Tag, Type, End, R =:= Ref, name(Other, [{waiting, Waiting}])} || {Tag, Type, End, R, Other, _} <- state({monitor_list, Linked})]]),
    io:format("~p~n", [[element(1, info(state({binary_info, Bin}))) || Bin <- [<<1, 2>>, binary:copy(<<1>>, 100)]]]),
    io:format("~p~n", [state({internal_hash, [a]}) =:= state({internal_hash, [a]})]),
    Waiting ! stop,
    Linked ! stop.

info(heap_binary) -> {heap_binary};
info(Tuple) -> Tuple.

wait_for(Pid, Status) ->
    case state({process_status, Pid}) of
        Status -> Status;
        _ -> receive after 1 -> wait_for(Pid, Status) end
    end.

name(Pid, Names) -> hd([Name || {Name, P} <- Names, P =:= Pid] ++ [other]).

%% The next pids are known, a collection is done at once, a count of reductions is set.
steered() ->
    Next = state(next_pid),
    io:format("~p~n", [is_integer(Next)]),
    io:format("~p~n", [set(force_gc, self())]),
    io:format("~p~n", [[set(sleep, 1), set(reds_left, 100), set(binary_loop_limit, 10) =:= set(binary_loop_limit, default)]]).

state(What) -> erts_debug:get_internal_state(What).
set(What, Value) -> erts_debug:set_internal_state(What, Value).

outcome(F) ->
    try F()
    catch Class:Reason -> {Class, Reason}
    end.
