%% re:run/3, re:replace/4 and re:split/3 with compiled patterns.
-module(c_regex).
-ifndef(SIZE).
-define(SIZE, 19000).
-endif.
-define(SMALL, 3).
-include("bench.hrl").

run(N) ->
    {ok, Date} = re:compile("(\\d{4})-(\\d\\d)-(\\d\\d)"),
    {ok, Comma} = re:compile("\\s*,\\s*"),
    loop(N, Date, Comma, 0).

loop(0, _, _, Sum) -> Sum;
loop(N, Date, Comma, Sum) ->
    Line = <<"alpha , beta,gamma ,  2024-05-17, delta , epsilon">>,
    {match, [_, Year | _]} = re:run(Line, Date, [{capture, all, binary}]),
    Parts = re:split(Line, Comma),
    New = re:replace(Line, Date, "\\3.\\2.\\1", [{return, binary}]),
    loop(N - 1, Date, Comma, (Sum + binary_to_integer(Year) + length(Parts) + byte_size(New)) band 16#ffffff).
