%% proves F1, F3: a global pattern on a function that does not exist yet
%% needs: 27
-module(stubs_undefined).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:function(S, {no_module, nothing, 0}, true, [global])),
    trace:process(S, W, true, [call]),
    say(do(W, fun() -> attempt(fun() -> apply(traced, nothing, [1]) end) end)),
    say(trace:info(S, {no_module, nothing, 0}, traced)),
    show(S, T).
