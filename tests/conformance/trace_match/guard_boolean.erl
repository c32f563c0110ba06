%% proves M2: and, or, xor, not, andalso, orelse with values that are not boolean
%% needs: 27
-module(guard_boolean).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    Run = fun(G) -> element(2, erlang:match_spec_test([true, false, a], [{['$1', '$2', '$3'], [G], []}], trace)) end,
    [say({G, Run(G)}) || G <- [{'and', '$1', '$1'}, {'and', '$1', '$2'}, {'and', '$1', '$3'}, {'or', '$1', '$3'}, {'or', '$2', '$1'}, {'xor', '$1', '$2'},
        {'xor', '$1', '$1'}, {'not', '$2'}, {'not', '$3'}, {'andalso', '$2', '$3'}, {'andalso', '$1', '$3'}, {'orelse', '$1', '$3'}, {'orelse', '$2', '$3'},
        {'andalso', '$1', '$1', '$1'}, {'orelse', '$2', '$2', '$1'}, {'and', '$1', '$1', '$1', '$1'}, {'or', '$2', '$2', '$1'},
        {'orelse', {'element', 5, '$1'}, '$1'}, {'or', {'element', 5, '$1'}, '$1'}, {'not', {'hd', '$1'}}, '$1', '$2', '$3']].
