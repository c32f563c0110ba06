%% Fields of a protobuf message as iodata: numbers, texts, and messages inside messages. A message is the list of its fields.
%% Source: https://protobuf.dev/programming-guides/encoding/
%%
%% Not a library of C++: what is encoded are Erlang terms of the tracer's own process, and a native that takes them apart would be longer
%% than this module.
-module(sonde_protobuf).

-export([int/2, fixed64/2, text/2, message/2]).

%% int32, int64, uint64, bool and enum. A negative number has the 64 bits of its two's complement.
int(Field, N) -> [key(Field, 0), varint(N band 16#FFFFFFFFFFFFFFFF)].

fixed64(Field, N) -> [key(Field, 1), <<N:64/little>>].

%% Characters that UTF-8 does not have are left out with all that follows them.
text(Field, Text) ->
    message(Field, case unicode:characters_to_binary(Text) of
                       Bytes when is_binary(Bytes) -> Bytes;
                       {_, Bytes, _} -> Bytes
                   end).

message(Field, Fields) -> [key(Field, 2), varint(iolist_size(Fields)), Fields].

key(Field, WireType) -> varint(Field bsl 3 bor WireType).

varint(N) when N < 128 -> [N];
varint(N) -> [128 bor (N band 127) | varint(N bsr 7)].
