%% proves F9, Z2: a global on_load pattern arms each new version of a module, also where old code had been traced
%% needs: 27
-module(on_load_global_again).
-export([main/0]).
-import(trace_stream, [tracer/1, worker/1, do/2, session/2, show/2, say/1]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    [trace:process(S, W, true, [call]) || S <- [S1, S2]],
    trace:function(S1, on_load, true, [global]),
    [again(S1, T1, W, N) || N <- [1, 2]],
    %% A second session, whose spec lets some calls through.
    trace:function(S2, on_load, [{[4], [], []}], [global]),
    [again(S1, T1, W, N) || N <- [3, 4]],
    show(S2, T2),
    %% What is set by name ends with the code, what on_load says comes back.
    trace:function(S1, {prey, inner, 1}, [{[5], [], [{message, by_name}]}], [global]),
    do(W, fun() -> prey:inner(5), prey:inner(6) end),
    show(S1, T1),
    again(S1, T1, W, 7),
    trace:function(S1, on_load, false, [global]),
    again(S1, T1, W, 8),
    show(S2, T2),
    say([trace:info(S, {prey, inner, 1}, traced) || S <- [S1, S2]]).

again(S, T, W, N) ->
    code:purge(prey),
    {module, prey} = code:load_file(prey),
    do(W, fun() -> prey:inner(N) end),
    show(S, T).
