%% shows erlang:memory/0,1: its items, that they follow what programs make and drop, and what it refuses
-module(memory_figures).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sort([Item || {Item, Bytes} <- erlang:memory(), Bytes >= 0])),
    ?T([Item || {Item, _} <- erlang:memory([ets, total, ets])]),
    ?T(erlang:memory([])),
    ?T(erlang:memory(total) > erlang:memory(processes)),
    ?T(erlang:memory(atom) >= erlang:memory(atom_used)),
    ?T(sum()),
    ?T(grows(binary, 20000000, fun() -> binary:copy(<<"abcd">>, 5000000) end)),
    ?T(grows(processes, 8000000, fun() -> lists:seq(1, 500000) end)),
    ?T(grows(ets, 1000000, fun() -> T = ets:new(t, []), [ets:insert(T, {N, N, N, N}) || N <- lists:seq(1, 20000)], T end)),
    ?T(erlang:memory(heap)),
    ?T(erlang:memory(1)),
    ?T(erlang:memory([total, heap])),
    ok.

sum() ->
    Figures = erlang:memory(),
    [Total, Processes, System] = [proplists:get_value(Item, Figures) || Item <- [total, processes, system]],
    Total =:= Processes + System.

%% While a process has what Make answers, the item is larger by about that much; after its end it is not.
grows(Item, Bytes, Make) ->
    Before = erlang:memory(Item),
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Kept = Make(), Self ! made, receive stop -> Kept end end),
    receive made -> ok end,
    During = erlang:memory(Item),
    Pid ! stop,
    receive {'DOWN', Ref, process, Pid, _} -> ok end,
    {During - Before >= Bytes * 9 div 10, shrinks(Item, During - Bytes div 2, 1000)}.

%% What a process had goes soon after its end, not with it.
shrinks(Item, Bytes, N) ->
    case erlang:memory(Item) < Bytes of
        true -> true;
        false when N =:= 0 -> false;
        false -> receive after 2 -> shrinks(Item, Bytes, N - 1) end
    end.
