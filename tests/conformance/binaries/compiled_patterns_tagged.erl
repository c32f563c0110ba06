%% shows that a compiled pattern is only taken with the name of the algorithm that it was compiled for
-module(compiled_patterns_tagged).
-include("../support/edge.hrl").

main() ->
    {bm, One} = binary:compile_pattern(<<"b">>),
    {bm, Single} = binary:compile_pattern([<<"b">>]),
    {ac, Several} = binary:compile_pattern([<<"b">>, <<"c">>]),
    {ac, Twice} = binary:compile_pattern([<<"b">>, <<"b">>]),
    [begin
         ?T(binary:match(<<"abcb">>, {Tag, Pattern})),
         ?T(binary:matches(<<"abcb">>, {Tag, Pattern})),
         ?T(binary:split(<<"abcb">>, {Tag, Pattern}, [global])),
         ?T(binary:replace(<<"abcb">>, {Tag, Pattern}, <<"x">>))
     end || Pattern <- [One, Single, Several, Twice], Tag <- [bm, ac, other]],
    ?T(binary:match(<<"abcb">>, {bm, ets:match_spec_compile([{'_', [], ['$_']}])})),
    ?T(binary:match(<<"abcb">>, {bm, make_ref()})),
    ?T(binary:match(<<"abcb">>, {bm, One, ac})),
    ok.
