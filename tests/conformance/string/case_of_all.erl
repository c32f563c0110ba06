%% shows what the cases of all characters of the first planes are: selects among thousands of values.
-module(case_of_all).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [Name, digest(Of)]) ||
        {Name, Of} <- [{casefold, fun string:casefold/1}, {uppercase, fun string:uppercase/1}, {lowercase, fun string:lowercase/1}, {titlecase, fun string:titlecase/1}]],
    io:format("~w~n", [[C || C <- lists:seq(16#180, 16#250), string:casefold([C]) =/= [C]]]).

%% Of blocks of characters, each by itself first, so that many calls are made.
digest(Of) -> [erlang:phash2([Of([C]) || C <- lists:seq(From, From + 16#ff)]) || From <- [0, 16#100, 16#300, 16#400, 16#1e00, 16#1f00, 16#2100, 16#a600, 16#ab00, 16#10400, 16#1e900]].
