%% A CSV text cut into fields by matching bytes; numbers are converted.
-module(c_csv).
-ifndef(SIZE).
-define(SIZE, 130).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Text = iolist_to_binary([[integer_to_list(I), ",name ", integer_to_list(I * 7), ",\"quoted, text\",",
                              integer_to_list(I rem 13), "\n"] || I <- lists:seq(1, 2000)]),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) -> loop(N - 1, Text, (Sum + rows(Text, 0)) band 16#ffffff).

rows(<<>>, Sum) -> Sum;
rows(Text, Sum) ->
    {[Id, Name, Quoted, Last], Rest} = row(Text, []),
    rows(Rest, Sum + binary_to_integer(Id) + byte_size(Name) + byte_size(Quoted) + binary_to_integer(Last)).

row(Text, Fields) ->
    case field(Text) of
        {Field, <<$,, Rest/binary>>} -> row(Rest, [Field | Fields]);
        {Field, <<$\n, Rest/binary>>} -> {lists:reverse([Field | Fields]), Rest}
    end.

field(<<$", Rest/binary>>) -> quoted(Rest, <<>>);
field(Text) -> plain(Text, 0).

quoted(<<$", Rest/binary>>, Done) -> {Done, Rest};
quoted(<<C, Rest/binary>>, Done) -> quoted(Rest, <<Done/binary, C>>).

plain(Text, Size) ->
    case Text of
        <<Field:Size/binary, C, _/binary>> when C =:= $,; C =:= $\n ->
            <<_:Size/binary, Rest/binary>> = Text,
            {Field, Rest};
        _ -> plain(Text, Size + 1)
    end.
