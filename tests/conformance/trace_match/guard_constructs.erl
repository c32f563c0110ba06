%% proves M2: tuples, lists, maps and constants built in guards and bodies
%% needs: 27
-module(guard_constructs).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    Run = fun(X) -> element(2, erlang:match_spec_test([1, {x, y}], [{['$1', '$2'], [], [{message, X}]}], trace)) end,
    [say({X, Run(X)}) || X <- [{{'$1', '$2'}}, {{}}, {{a, {{'$1'}}}}, ['$1' | '$2'], ['$1', ['$2']], #{a => '$1'}, #{'$1' => b}, {const, {a, '$1'}}, {const, '$1'}, '$_', '$$',
        {{'$_'}}, [[], {{}}], {const, []}, "text", <<"bin">>, #{}, {{const, '$1'}}, #{k => {{'$1'}}}, [{'+', '$1', 1}], {{{'+', '$1', 1}}}]].
