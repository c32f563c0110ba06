%% compiled: 29
%% shows characters that a pattern skips: utf8, utf16 and utf32 in both byte orders, cut off and invalid
-module(skipped_characters).
-export([main/0]).

main() ->
    [io:format("~w~n", [[{Name, F(B)} || {Name, F} <- tests()]]) || B <- inputs()].

tests() ->
    [{u8, fun u8/1}, {u16, fun u16/1}, {l16, fun l16/1}, {u32, fun u32/1}, {l32, fun l32/1}, {two, fun two/1}].

inputs() ->
    [<<"ab">>, <<"a">>, <<>>, <<16#E5, 16#A5>>, <<16#D8, 0, 16#DC, 1, 7>>, <<0, 16#D8, 1, 16#DC, 7>>, <<16#D8, 0, 0, 1>>,
     <<16#DC, 0, 16#D8, 0>>, <<0, 0, 0, 65, 66>>, <<65, 0, 0, 0, 66>>, <<0, 17, 0, 0>>, <<0, 0, 16#D8, 0>>, <<0, 1, 0, 0, 0>>,
     <<16#C3, 16#A5, 1>>, <<16#F0, 16#9F, 16#98, 16#80, 5>>, <<1:3>>, <<1, 2, 3, 4:5>>].

u8(<<_/utf8, T/bits>>) -> T;
u8(_) -> no.
u16(<<_/utf16, T/bits>>) -> T;
u16(_) -> no.
l16(<<_/utf16-little, T/bits>>) -> T;
l16(_) -> no.
u32(<<_/utf32, T/bits>>) -> T;
u32(_) -> no.
l32(<<_/utf32-little, T/bits>>) -> T;
l32(_) -> no.
two(<<_:3, _/utf16, X:5, T/bits>>) -> {X, T};
two(<<_/utf16, _/utf32, T/bits>>) -> T;
two(_) -> no.
