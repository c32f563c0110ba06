%% A JSON parser and printer of about forty lines, on a document of records.
-module(c_json_own).
-ifndef(SIZE).
-define(SIZE, 190).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Value = [#{<<"id">> => I, <<"name">> => <<"user">>, <<"tags">> => [<<"a">>, <<"b\n">>, null, true],
               <<"rate">> => I / 4} || I <- lists:seq(1, 100)],
    Text = iolist_to_binary(print(Value)),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    {Value, <<>>} = value(Text),
    loop(N - 1, Text, (Sum + length(Value) + iolist_size(print(Value))) band 16#ffffff).

value(<<C, Rest/binary>>) when C =:= $\s; C =:= $\n; C =:= $\t -> value(Rest);
value(<<${, Rest/binary>>) -> members(Rest, #{});
value(<<$[, Rest/binary>>) -> elements(Rest, []);
value(<<$", Rest/binary>>) -> string(Rest, <<>>);
value(<<"true", Rest/binary>>) -> {true, Rest};
value(<<"false", Rest/binary>>) -> {false, Rest};
value(<<"null", Rest/binary>>) -> {null, Rest};
value(Text) -> number(Text, []).

members(<<$}, Rest/binary>>, Map) -> {Map, Rest};
members(<<$,, Rest/binary>>, Map) -> members(Rest, Map);
members(<<$", Rest/binary>>, Map) ->
    {Key, <<$:, Behind/binary>>} = string(Rest, <<>>),
    {Value, Next} = value(Behind),
    members(Next, Map#{Key => Value}).

elements(<<$], Rest/binary>>, Done) -> {lists:reverse(Done), Rest};
elements(<<$,, Rest/binary>>, Done) -> elements(Rest, Done);
elements(Text, Done) ->
    {Value, Rest} = value(Text),
    elements(Rest, [Value | Done]).

string(<<$", Rest/binary>>, Done) -> {Done, Rest};
string(<<$\\, $n, Rest/binary>>, Done) -> string(Rest, <<Done/binary, $\n>>);
string(<<C, Rest/binary>>, Done) -> string(Rest, <<Done/binary, C>>).

number(<<C, Rest/binary>>, Digits) when C >= $0, C =< $9; C =:= $.; C =:= $-; C =:= $e -> number(Rest, [C | Digits]);
number(Rest, Digits) ->
    Text = lists:reverse(Digits),
    {case lists:member($., Text) of true -> list_to_float(Text); false -> list_to_integer(Text) end, Rest}.

print(Map) when is_map(Map) ->
    [${, lists:join($,, [[print(K), $:, print(V)] || {K, V} <- lists:sort(maps:to_list(Map))]), $}];
print(List) when is_list(List) -> [$[, lists:join($,, [print(V) || V <- List]), $]];
print(Text) when is_binary(Text) -> [$", << <<(escape(C))/binary>> || <<C>> <= Text >>, $"];
print(Float) when is_float(Float) -> float_to_list(Float, [{decimals, 2}]);
print(Integer) when is_integer(Integer) -> integer_to_list(Integer);
print(Atom) -> atom_to_binary(Atom).

escape($\n) -> <<"\\n">>;
escape(C) -> <<C>>.
