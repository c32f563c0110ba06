%% proves P4: hibernate drops the frames: no return is reported
%% needs: 27
-module(return_after_hibernate).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, show/2, show/3, gone/1]).
-export([woken/0]).
main() ->
    T = tracer(), S = session(T),
    Main = self(),
    W = name(spawn(fun() -> receive go -> ok end, prey:body(fun(_) -> erlang:hibernate(?MODULE, woken, []) end, 1) end), w),
    trace:function(S, {prey, body, 2}, [{'_', [], [{return_trace}]}], [local]),
    trace:function(S, {?MODULE, woken, 0}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    W ! go, W ! {Main, finish},
    gone(W),
    show(S, T).

woken() -> receive {_, finish} -> finished end.
