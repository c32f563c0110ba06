%% proves F11, P4: functions of no and of many arguments
%% needs: 27
-module(many_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([f0/0, f10/10, f20/20]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, f0, '_'}, true, [local]),
    trace:function(S, {?MODULE, f10, '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:function(S, {?MODULE, f20, '_'}, [{'_', [], [{message, '$$'}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> ?MODULE:f0(), apply(?MODULE, f10, lists:seq(1, 10)), apply(?MODULE, f20, lists:seq(1, 20)) end),
    show(S, T).

f0() -> ok.
f10(A, _, _, _, _, _, _, _, _, J) -> A + J.
f20(A, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, Z) -> {A, Z}.
