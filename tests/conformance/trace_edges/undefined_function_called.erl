%% proves P4, F11: the error handler is called for what does not exist
%% needs: 27
-module(undefined_function_called).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    load([error_handler]),
    trace:function(S, {error_handler, undefined_function, 3}, true, [global]),
    trace:process(S, W, true, [call]),
    say(do(W, fun() -> attempt(fun() -> apply(prey, no_such_function, [1, 2]) end) end)),
    show(S, T).
