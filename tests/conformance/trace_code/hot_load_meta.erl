%% proves Z2, F5: a meta pattern and a new version
%% needs: 27
-module(hot_load_meta).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, true, [meta]),
    do(W, fun() -> prey:inner(1) end),
    code:purge(prey), {module, prey} = code:load_file(prey),
    do(W, fun() -> prey:inner(2) end),
    say(trace:info(S, {prey, inner, 1}, meta)),
    show(S, T).
