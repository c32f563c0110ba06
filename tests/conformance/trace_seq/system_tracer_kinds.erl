%% proves Q5: set_system_tracer: processes, false, bad arguments; the previous one is answered
%% needs: 27
-module(system_tracer_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(),
    Dead = spawn(fun() -> ok end), gone(Dead),
    say(seq_trace:get_system_tracer()),
    say(seq_trace:set_system_tracer(T)),
    say(seq_trace:get_system_tracer()),
    [say({X, attempt(fun() -> seq_trace:set_system_tracer(X) end)}) || X <- [nobody, 1, "x", {no_module_here, st}]],
    say(seq_trace:set_system_tracer(false)),
    say(seq_trace:get_system_tracer()).
