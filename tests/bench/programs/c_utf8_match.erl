%% Code points taken from a binary one by one in a match, and appended to another.
-module(c_utf8_match).
-ifndef(SIZE).
-define(SIZE, 590).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    Text = iolist_to_binary([<<"abc äöü 日本 "/utf8>> || _ <- lists:seq(1, 1000)]),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) -> loop(N - 1, Text, (Sum * 31 + count(Text, 0) + byte_size(shift(Text, <<>>))) band 16#ffffff).

count(<<$\s, Rest/binary>>, Count) -> count(Rest, Count + 1);
count(<<Point/utf8, Rest/binary>>, Count) -> count(Rest, Count + Point band 3);
count(<<>>, Count) -> Count.

shift(<<Point/utf8, Rest/binary>>, Done) -> shift(Rest, <<Done/binary, (Point + 1)/utf8>>);
shift(<<>>, Done) -> Done.
