%% proves P21, S2: a tracer that calls what it traces does not trace itself
%% needs: 27
-module(session_tracer_in_loop).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, name/2, session/1, session/2, say/1, say/2, load/1]).

main() ->
    load([traced]),
    W = worker(w), Main = self(),
    T = name(spawn(fun F() -> receive stop -> ok; {trace, _, call, _} = E -> traced:id(mine), Main ! E, F() end end), t),
    S = session(T),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:process(S, all, true, [call]),
    do(W, fun() -> traced:id(1) end),
    say(receive {trace, P, call, C} -> {P, C} end),
    trace:session_destroy(S).
