%% Huffman coding: frequencies, a tree from a sorted list, bits out and in.
-module(c_huffman).
-ifndef(SIZE).
-define(SIZE, 190).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Text = [($a + X * X * X rem 23) || X <- lists:seq(1, 3000)],
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    Counts = lists:foldl(fun(C, M) -> maps:update_with(C, fun(V) -> V + 1 end, 1, M) end, #{}, Text),
    Tree = tree(lists:sort([{V, C} || {C, V} <- maps:to_list(Counts)])),
    Codes = maps:from_list(codes(Tree, <<>>)),
    Bits = << <<(maps:get(C, Codes))/bits>> || C <- Text >>,
    Text = decode(Bits, Tree, Tree),
    loop(N - 1, Text, (Sum + bit_size(Bits)) band 16#ffffff).

tree([{_, Tree}]) -> Tree;
tree([{V1, A}, {V2, B} | Rest]) -> tree(lists:merge([{V1 + V2, {A, B}}], Rest)).

codes({A, B}, Code) -> codes(A, <<Code/bits, 0:1>>) ++ codes(B, <<Code/bits, 1:1>>);
codes(C, Code) -> [{C, Code}].

decode(Bits, C, Top) when is_integer(C) -> [C | decode(Bits, Top, Top)];
decode(<<0:1, Rest/bits>>, {A, _}, Top) -> decode(Rest, A, Top);
decode(<<1:1, Rest/bits>>, {_, B}, Top) -> decode(Rest, B, Top);
decode(<<>>, _, _) -> [].
