%% proves P4: floats, big numbers and maps survive a traced call
%% needs: 27
-module(float_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).
-export([mix/4]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, mix, 4}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    say(do(W, fun() -> ?MODULE:mix(1.5, 1 bsl 100, #{a => 1.5}, "str") end)),
    show(S, T).

mix(F, B, M, S) -> {F * 2, B + 1, M#{a := F}, S}.
