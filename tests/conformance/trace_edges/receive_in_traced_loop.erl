%% proves P4, P3, P23: a server loop that is traced: calls, receives and sends in order
%% needs: 27
-module(receive_in_traced_loop).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, show/2, show/3, gone/1, wait/1]).
-export([loop/1]).
main() ->
    T = tracer(), S = session(T), Main = self(),
    P = name(spawn(?MODULE, loop, [0]), server),
    trace:function(S, {?MODULE, loop, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, P, true, [call, send, 'receive']),
    %% A message that it gets before it waits would be reported earlier.
    Waits = fun() -> wait(fun() -> process_info(P, status) =:= {status, waiting} end) end,
    [begin Waits(), P ! {add, N, Main}, receive {sum, _} -> ok end end || N <- [1, 2, 3]],
    Waits(),
    P ! stop,
    gone(P),
    show(S, T).

loop(N) ->
    receive
        {add, X, From} -> From ! {sum, N + X}, loop(N + X);
        stop -> N
    end.
