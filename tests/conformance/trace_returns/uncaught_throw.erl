%% proves M3: a throw that nothing catches is reported as the error that the process ends with
-module(uncaught_throw).
-export([main/0, outer/1, inner/1, direct/0]).
-import(trace_stream, [tracer/0, session/1, show/2]).

main() ->
    logger:set_primary_config(level, none),
    T = tracer(), S = session(T),
    [trace:function(S, {?MODULE, F, '_'}, [{'_', [], [{exception_trace}]}], [local]) || F <- [outer, inner, direct]],
    Pids = [begin
                {Pid, Monitor} = spawn_monitor(fun() -> receive go -> ok end, Start() end),
                trace:process(S, Pid, true, [call]),
                Pid ! go,
                receive {'DOWN', Monitor, _, _, Reason} -> io:format("~p~n", [case Reason of {R, Stack} when is_list(Stack) -> R; R -> R end]) end,
                show(S, T)
            end || Start <- [fun() -> outer(throw) end, fun() -> outer(exit) end, fun() -> outer(error) end,
                             fun direct/0]],
    4 = length(Pids).

outer(Class) -> [inner(Class)].

inner(Class) -> [erlang:Class(reason)].

direct() -> throw(directly).
