%% proves F9, Z2: the -on_load function of a module is traced under an on_load pattern or not
%% needs: 27
-module(on_load_attribute).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    code:purge(prey_on_load), code:delete(prey_on_load), code:purge(prey_on_load),
    trace:function(S, on_load, true, [local]),
    trace:process(S, W, true, [call, set_on_spawn]),
    {module, prey_on_load} = code:load_file(prey_on_load),
    do(W, fun() -> prey_on_load:state() end),
    show(S, T, fun(E) -> element(2, E) =:= W end).
