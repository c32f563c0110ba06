%% compiled: 29
%% shows native records in traces and match specs
-module(native_record_traces).
-export([main/0, move/2, size_of/1]).
-record #point{x = 0, y = 0}.
-import(show_record, [show/1]).

main() ->
    S = trace:session_create(s, self(), []),
    {Tracee, Monitor} = spawn_monitor(fun() -> traced(S) end),
    P = id(#point{x = 3}),
    P2 = P#point{x = 4, y = 5},
    receive {'DOWN', Monitor, process, Tracee, Reason} -> io:format("~0p~n", [Reason]) end,
    trace:delivered(S, Tracee),
    drain(),
    trace:session_destroy(S),
    T = ets:new(t, [bag]),
    ets:insert(T, [{1, P}, {2, P2}, {3, {point, 3, 0}}, {4, id(#point{x = 3})}]),
    io:format("~0p~n", [show(lists:sort(ets:match_object(T, {'_', P})))]),
    io:format("~0p~n", [show(lists:sort(ets:select(T, [{{'$1', '$2'}, [{is_record, '$2', ?MODULE, point}], ['$1']}])))]),
    io:format("~0p~n", [show(lists:sort(ets:select(T, [{{'$1', '$2'}, [{is_record, '$2', point, 3}], ['$$']}])))]),
    io:format("~0p~n", [show(lists:sort(ets:select(T, [{{'$1', '$2'}, [{'==', '$2', {const, P2}}], ['$_']}])))]).

traced(S) ->
    trace:process(S, self(), true, [call]),
    trace:function(S, {?MODULE, move, 2}, [{'_', [], [{return_trace}]}], [local]),
    P = move(id(#point{}), 3),
    P2 = move(P#point{y = 5}, 4),
    trace:function(S, {?MODULE, move, 2}, [{['$1', '_'], [{'=:=', '$1', {const, P}}], [{message, '$1'}]}], [local]),
    move(P2, 1),
    move(P, 1),
    trace:function(S, {?MODULE, size_of, 1}, [{['$1'], [{is_record, '$1', ?MODULE, point}], [{message, record}]}], [local]),
    [size_of(T) || T <- [P, {point, 1}, 17, #{}]].

move(P, X) -> P#point{x = X}.
size_of(_) -> ok.

drain() ->
    receive
        {trace_delivered, _, _} -> ok;
        Message when element(1, Message) =:= trace ->
            io:format("~0p~n", [show(setelement(2, Message, pid))]),
            drain()
    end.

id(X) -> X.
