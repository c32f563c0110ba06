%% JSON as text. Values: {object, [{Name, Value}]} with names that are atoms, {list, [Value]}, numbers, true, false, null; anything else is
%% text.
-module(sonde_json).

-export([encode/1]).

encode({object, Fields}) -> [${, lists:join($,, [[$", atom_to_list(Name), "\":", encode(Value)] || {Name, Value} <- Fields]), $}];
encode({list, Values}) -> [$[, lists:join($,, [encode(Value) || Value <- Values]), $]];
encode(Number) when is_integer(Number) -> integer_to_list(Number);
encode(Number) when is_float(Number) -> io_lib:format("~.6f", [Number]);
encode(Word) when Word =:= true; Word =:= false; Word =:= null -> atom_to_list(Word);
encode(Text) -> [$", [escaped(C) || C <- unicode:characters_to_list(Text)], $"].

escaped($") -> "\\\"";
escaped($\\) -> "\\\\";
escaped(C) when C < 32; C =:= 127 -> io_lib:format("\\u~4.16.0b", [C]);
escaped(C) -> C.
