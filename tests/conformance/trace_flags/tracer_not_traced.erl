%% proves P21: the tracer of a session is not traced by it, and is not counted
%% needs: 27
-module(tracer_not_traced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, sync/1, take/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    say(attempt(fun() -> trace:process(S, T, true, [send]) end)),
    say(trace:info(S, T, flags)),
    trace:process(S, all, true, ['receive']),
    say(trace:info(S, T, flags)),
    trace:process(S, all, false, ['receive']),
    sync(S), take(T).
