%% Text as code points and back: unicode:characters_to_list/1 and _binary/1.
-module(c_utf8).
-ifndef(SIZE).
-define(SIZE, 1800).
-endif.
-define(SMALL, 3).
-include("bench.hrl").

run(N) ->
    Text = iolist_to_binary([[<<"plain words, ">>, <<"größer als üblich, "/utf8>>, <<"日本語 "/utf8>>,
                              integer_to_binary(I)] || I <- lists:seq(1, 200)]),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    Points = unicode:characters_to_list(Text),
    Again = unicode:characters_to_binary(lists:reverse(Points)),
    loop(N - 1, Text, (Sum + length(Points) + byte_size(Again)) band 16#ffffff).
