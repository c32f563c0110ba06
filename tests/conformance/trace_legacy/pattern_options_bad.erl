%% proves S8, F12: bad arguments of erlang:trace_pattern
%% needs: 27
-module(pattern_options_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(),
    [say(attempt(fun() -> erlang:trace_pattern(M, Sp, O) end)) || {M, Sp, O} <- [{{traced, id, 1}, true, [x]}, {{traced, id, 1}, true, local}, {{traced, id, 1}, x, []}, {{traced, '_', 1}, true, []},
        {traced, true, []}, {{traced, id, 1}, true, [{meta, x}]}, {{traced, id, 1}, true, [{meta, no_module, st}]}, {{traced, id, 1}, true, [global, local]}, {{traced, id, 1}, true, [{meta, T}, local]},
        {send, true, [local]}, {'receive', x, []}, {{traced, id, 1}, [{'_', [], [{nope}]}], []}]].
