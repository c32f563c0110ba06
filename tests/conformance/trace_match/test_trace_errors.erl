%% proves M6: what match_spec_test/3 says of mistakes in specs for tracing
%% needs: 27
-module(test_trace_errors).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    Specs = [[{['$1'], [{foo}], []}], [{['$1'], [], [{bar}]}], [{['$1'], [{is_atom}], []}], [{['$1'], [{is_atom, 1, 2}], []}], [{['$1'], [{return_trace}], []}],
             [{'$1', '$2'}], [a], a, [{x, [], []}], [{[x], [], [{message}]}], [{[x], [], [{silent}]}], [{[x], [], ['$5']}], [{[x], ['$5'], []}], [{[x], [{'$5'}], []}],
             [{[x], [], [{{'$5'}}]}], [{[x], [], [{const}]}], [{[x], [], [{caller, 1}]}], [{[x], [], [{enable_trace}]}], [{[x], [], [{trace, []}]}], [{[x], [], [{set_tcw}]}],
             [{[x], [{'and'}], []}], [{[x], [{'andalso'}], []}], [{[x], [], [#{a => {foo}}]}], [{[x], [], [{element, 1}]}]],
    [say({Sp, case erlang:match_spec_test([x], Sp, trace) of
                  {error, L} -> [{K, hd(string:split(lists:flatten(M), "."))} || {K, M} <- L];
                  R -> R
              end}) || Sp <- Specs].
