%% proves F9, Z2: on_load applies to each new version of a module
%% needs: 27
-module(on_load_reload).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, on_load, true, [local]),
    trace:process(S, W, true, [call]),
    [begin code:purge(prey), {module, prey} = code:load_file(prey), do(W, fun() -> prey:inner(N) end) end || N <- [1, 2]],
    show(S, T).
