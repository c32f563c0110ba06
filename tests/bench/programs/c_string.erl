%% The string module on Unicode text: case, trim, find, replace, split, pad.
-module(c_string).
-ifndef(SIZE).
-define(SIZE, 24000).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Text = "  Straße Nr. " ++ integer_to_list(N) ++ ", Ærø — the quick brown fox  ",
    Up = string:uppercase(Text),
    Trimmed = string:trim(Up),
    Parts = string:split(Trimmed, " ", all),
    Joined = lists:join($_, Parts),
    Found = string:find(Trimmed, "QUICK"),
    Replaced = string:replace(Trimmed, "FOX", "hedgehog"),
    Padded = string:pad(string:slice(Trimmed, 3, 10), 20, both),
    Size = string:length(Joined) + string:length(Found) + string:length(Replaced) + string:length(Padded),
    loop(N - 1, (Sum * 7 + Size) band 16#ffffff).
