%% Words counted in a map whose keys are binaries.
-module(c_words_map).
-ifndef(SIZE).
-define(SIZE, 84).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Text = text(4000, 1, []),
    loop(N, Text, 0).

text(0, _, Done) -> iolist_to_binary(Done);
text(N, X, Done) -> text(N - 1, (X * 1103 + 12345) rem 65537, ["word", integer_to_list(X rem 500), " " | Done]).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    Counts = lists:foldl(fun(Word, Map) -> maps:update_with(Word, fun(C) -> C + 1 end, 1, Map) end, #{},
                         binary:split(Text, <<" ">>, [global])),
    Top = lists:sublist(lists:reverse(lists:keysort(2, maps:to_list(Counts))), 10),
    loop(N - 1, Text, (Sum + maps:size(Counts) + lists:sum([C || {_, C} <- Top])) band 16#ffffff).
