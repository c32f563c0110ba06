%% Counts the words of a text file, with one process per piece of it, and prints the most frequent words.
%%
%%   sonde run samples/word_count.erl samples/text.txt
%% args: {folder}/text.txt
-module(word_count).
-export([main/1]).

-define(LINES_PER_PIECE, 10).
-define(SHOWN, 12).

main([File]) ->
    {ok, Text} = file:read_file(File),
    Pieces = pieces(binary:split(Text, <<"\n">>, [global])),
    Counts = merge([count_in_process(Piece) || Piece <- Pieces]),
    io:format("~w words, ~w different, counted by ~w processes~n",
              [lists:sum(maps:values(Counts)), map_size(Counts), length(Pieces)]),
    Ranked = lists:sort([{-Count, Word} || {Word, Count} <- maps:to_list(Counts)]),
    [io:format("~4w ~ts~n", [-Count, Word]) || {Count, Word} <- lists:sublist(Ranked, ?SHOWN)];
main(_) ->
    io:format("usage: word_count FILE~n"),
    halt(2).

pieces([]) -> [];
pieces(Lines) when length(Lines) =< ?LINES_PER_PIECE -> [Lines];
pieces(Lines) ->
    {Piece, Rest} = lists:split(?LINES_PER_PIECE, Lines),
    [Piece | pieces(Rest)].

%% Starts a process that counts the words of a piece. Its result message contains the reference returned here.
count_in_process(Lines) ->
    Ref = make_ref(),
    Parent = self(),
    spawn_link(fun() -> Parent ! {Ref, count(Lines)} end),
    Ref.

count(Lines) ->
    lists:foldl(fun(Word, Counts) -> maps:update_with(Word, fun(N) -> N + 1 end, 1, Counts) end,
                #{}, lists:flatmap(fun words/1, Lines)).

words(Line) ->
    Separators = " \t\r,.;:!?()\"-",
    [string:lowercase(Word) || Word <- string:lexemes(Line, Separators)].

merge(Refs) ->
    lists:foldl(
        fun(Ref, Total) ->
            receive
                {Ref, Counts} -> maps:merge_with(fun(_Word, A, B) -> A + B end, Total, Counts)
            end
        end,
        #{}, Refs).
