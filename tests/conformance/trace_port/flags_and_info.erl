%% proves O1, I1: flags of ports, what is refused
%% needs: 27
-module(flags_and_info).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, sync/1, take/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    P = name(open_port({spawn, "cat"}, [binary]), cat),
    say(trace:port(S, P, true, [send, 'receive', ports])),
    say(lists:sort(element(2, trace:info(S, P, flags)))),
    say(trace:info(S, P, tracer)),
    say(trace:port(S, P, false, [send])),
    say(lists:sort(element(2, trace:info(S, P, flags)))),
    [say({X, F, attempt(fun() -> trace:port(S, X, true, F) end)}) || {X, F} <- [{self(), [send]}, {P, [nothing]}, {P, send}, {nobody, [send]}, {P, [call]}]],
    port_close(P),
    say(attempt(fun() -> trace:port(S, P, true, [send]) end)),
    trace:port(S, all, false, [all]), sync(S), take(T), ok.
