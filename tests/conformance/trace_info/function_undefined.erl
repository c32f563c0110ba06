%% proves I2: functions and modules that do not exist
%% needs: 27
-module(function_undefined).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    S = session(tracer()),
    [say({F, I, trace:info(S, F, I)}) || F <- [{traced, nothing, 1}, {no_module, id, 1}, {traced, id, 2}], I <- [traced, match_spec, call_count, all]].
