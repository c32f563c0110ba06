%% proves F8: words are counted over collections
%% needs: 27
-module(memory_over_collections).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {?MODULE, build, 1}, true, [call_memory]),
    do(W, fun() -> length(build(20000)) end),
    [{_, N, Words}] = element(2, trace:info(S, {?MODULE, build, 1}, call_memory)),
    say({N, Words >= 40000, Words < 45000}).

build(0) -> [];
build(N) -> [N | build(N - 1)].
