%% proves M6, M3: the flags that match_spec_test/3 answers
%% needs: 27
-module(test_flags).
-export([main/0]).
-import(trace_stream, [say/1, say/2, attempt/1]).

main() ->
    [say(erlang:match_spec_test([1], [{['$1'], [], B}], trace)) || B <- [[{return_trace}], [{exception_trace}], [{return_trace}, {exception_trace}], [{message, false}, {return_trace}], []]],
    [say(attempt(fun() -> erlang:match_spec_test(A, Sp, K) end)) || {A, Sp, K} <- [{[1], [{'_', [], []}], other}, {1, [{'_', [], []}], trace}, {[1 | 2], [{'_', [], []}], trace}]].
