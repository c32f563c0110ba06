%% Tables: those of `sonde profile`, in the form of OTP's tprof (the first column to the left, the others to the right, shares in brackets), and
%% tables of texts.
-module(sonde_profile_table).

-export([columns/1, texts/1, percent/2, share/2]).

%% Lines of texts, one for each column.
columns(Lines) ->
    Widths = widths(Lines),
    [line(lists:zip(Line, Widths)) || Line <- Lines].

%% The same with all columns to the left.
texts(Lines) ->
    Widths = widths(Lines),
    [[string:trim([[string:pad(Text, Width), "  "] || {Text, Width} <- lists:zip(Line, Widths)], trailing), $\n] || Line <- Lines].

widths(Lines) ->
    lists:foldl(fun(Line, Widest) -> [max(string:length(Text), Width) || {Text, Width} <- lists:zip(Line, Widest)] end, [0 || _ <- hd(Lines)], Lines).

line([{First, Width} | Others]) ->
    [string:pad(First, Width), [["  ", string:pad(Text, Wide, leading)] || {Text, Wide} <- Others], $\n].

percent(Part, Whole) -> io_lib:format("[~6.2f]", [share(Part, Whole)]).

share(_, 0) -> 0.0;
share(Part, Whole) -> 100 * Part / Whole.
