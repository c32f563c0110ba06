%% Words counted in a map whose keys are strings: string:lexemes/2.
-module(c_words_list).
-ifndef(SIZE).
-define(SIZE, 57).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Text = lists:append(["word" ++ integer_to_list(X * X rem 307) ++ " " || X <- lists:seq(1, 4000)]),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    Counts = count(string:lexemes(Text, " "), #{}),
    loop(N - 1, Text, Sum + maps:fold(fun(Word, C, S) -> S + C * length(Word) end, 0, Counts)).

count([Word | Words], Map) ->
    case Map of
        #{Word := C} -> count(Words, Map#{Word := C + 1});
        _ -> count(Words, Map#{Word => 1})
    end;
count([], Map) -> Map.
