%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_2).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 2000, 60).

case_2001(A, B, C, S, T, D, L) -> <<5:(S + 3)/unsigned-unit:3, D:1/bits, 5, C:2/binary-unit:1>>.
case_2002(A, B, C, S, T, D, L) -> <<(A - 1):S/unit:1, 16#10ffff/utf32-little, 16#ffffffffffffffffff:(S * 2)/signed-native>>.
case_2003(A, B, C, S, T, D, L) -> << <<X:7/signed-little>> || X <- L >>.
case_2004(A, B, C, S, T, D, L) -> case D of <<"a", X2:S/unsigned-native>> -> {1, X2}; <<X1:3/signed-unit:8, _:67/native-unit:8, "ab", R/binary>> -> {2, X1, R}; <<_/utf16, X2:2/bits, X3:(S - 2)/big, R/bitstring>> when is_integer(X2) -> {3, X2, X3, R}; _ -> no end.
case_2005(A, B, C, S, T, D, L) -> case D of <<_/utf32, X2/utf16-big, X3, X4:16/float-little>> -> {1, X2, X3, X4}; _ -> no end.
case_2006(A, B, C, S, T, D, L) -> <<C/binary-unit:1, A/utf16, C:0/binary-unit:3, "a\x{3b1}"/utf8>>.
case_2007(A, B, C, S, T, D, L) -> case D of <<X1/utf16-little, 0:1/unsigned-unit:8, X3/unsigned, X4:1/binary-unit:4, R/binary>> -> {1, X1, X3, X4, R}; <<X1:2/bitstring, R/bitstring>> -> {2, X1, R}; <<_/utf32-big, _:T, X3:(T div 2)/big, _:1/little, R/bitstring>> when X3 > 3 -> {3, X3, R}; _ -> no end.
case_2008(A, B, C, S, T, D, L) -> <<(-3)/big, A/utf8, D:S/binary-unit:3>>.
case_2009(A, B, C, S, T, D, L) -> <<(A - 1):(S + 3)/big-unit:3, 16#10ffff/utf8>>.
case_2010(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:5>> <= D, X > X0].
case_2011(A, B, C, S, T, D, L) -> <<B:17/float>>.
case_2012(A, B, C, S, T, D, L) -> case D of <<X1:67, _/utf8-little, _/utf16, X4/utf8, R/binary>> when X1 > 3 -> {1, X1, X4, R}; <<X1/utf16, X2:24/little-unit:3, R/bitstring>> -> {2, X1, X2, R}; <<A:16, X2/utf16-little, X3:8/native, R/bitstring>> when X2 > 3 -> {3, X2, X3, R}; _ -> no end.
case_2013(A, B, C, S, T, D, L) -> <<B/utf32-big, A/utf16, D:0/binary-unit:3, B:1/native>>.
case_2014(A, B, C, S, T, D, L) -> case D of <<X1/utf32, X2:4, X3/utf32, X4/utf16, R/bitstring>> -> {1, X1, X2, X3, X4, R}; <<X1:1/bitstring, _:8, R/binary>> when X1 > 3 -> {2, X1, R}; <<_:1/signed-big-unit:1, X2:0/binary, R/bitstring>> when is_integer(X2) -> {3, X2, R}; _ -> no end.
case_2015(A, B, C, S, T, D, L) -> <<16#d800/utf32-big, B:(S * 2)>>.
case_2016(A, B, C, S, T, D, L) -> <<B:64/float, <<1, 2, 3>>:1/binary>>.
case_2017(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:12/unsigned-little-unit:3, X1:12/signed-unit:1, X2:1/unsigned-native>> <= D, X > X0].
case_2018(A, B, C, S, T, D, L) -> <<B:64/float, 16#d800/utf8, 955/utf8, B/big>>.
case_2019(A, B, C, S, T, D, L) -> case D of <<"a", _:67/unsigned-little, X3:64/float-little, R/binary>> when X3 > 3 -> {1, X3, R}; <<_/utf8, 1:3/big-unit:1>> -> {2}; <<_/utf32-little, R/binary>> when R =/= S -> {3, R}; _ -> no end.
case_2020(A, B, C, S, T, D, L) -> <<955/utf32-little, A:S/native-unit:1, A:(S * 2)/little-unit:3>>.
case_2021(A, B, C, S, T, D, L) -> case D of <<X1:8/unit:8, _:S/little, _/utf8-little, X4/utf8>> when is_integer(X1) -> {1, X1, X4}; <<X1:2/bitstring, R/binary>> -> {2, X1, R}; _ -> no end.
case_2022(A, B, C, S, T, D, L) -> <<B:71/signed, D:T/binary>>.
case_2023(A, B, C, S, T, D, L) -> <<A:S/unit:8>>.
case_2024(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:12/signed-little, X1:16/signed-unit:3, X2:12/signed-little-unit:8>> <= D, X > X0].
case_2025(A, B, C, S, T, D, L) -> <<B/utf16, D:1/binary-unit:4, (-3):71/signed-native>>.
case_2026(A, B, C, S, T, D, L) -> case D of <<X1:1/little-unit:1, 3:3/signed, _/utf8-little>> -> {1, X1}; <<X1:1/binary, R/bitstring>> when is_integer(X1) -> {2, X1, R}; <<X1/utf8-big, X2/utf32-big, X3:(T div 2)/signed-big-unit:1, _:T/big, R/bitstring>> when is_integer(X1) -> {3, X1, X2, X3, R}; _ -> no end.
case_2027(A, B, C, S, T, D, L) -> << <<(X0):S/signed-unit:8>> || <<X0:1/binary, X1:12/signed, X2:1/binary-unit:3>> <= D >>.
case_2028(A, B, C, S, T, D, L) -> case D of <<X1:2/bits, 2:1, X3:1/bitstring, R/bitstring>> when is_integer(X1) -> {1, X1, X3, R}; _ -> no end.
case_2029(A, B, C, S, T, D, L) -> <<(A - 1):8/big>>.
case_2030(A, B, C, S, T, D, L) -> <<A:(S * 2)/unsigned, A:1/big, (-3):3/little, 16#d800/utf16-big>>.
case_2031(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:16/little, X1:1/unsigned-unit:8>> <= D, X > X0].
case_2032(A, B, C, S, T, D, L) -> <<955/utf8-big, 5:(S + 3)/signed-little-unit:8, C:S/binary-unit:3>>.
case_2033(A, B, C, S, T, D, L) -> case D of <<X1:24/big-unit:1, X2:1/binary-unit:1, X3:S/signed>> -> {1, X1, X2, X3}; <<X1/utf16-big, R/binary>> when is_integer(X1) -> {2, X1, R}; _ -> no end.
case_2034(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:3/binary, X1:12, X2:8/signed-little>> <= D, X > X0].
case_2035(A, B, C, S, T, D, L) -> case D of <<X1/utf8, X2:4/signed-native-unit:3, "ab", R/bitstring>> when X1 > 3 -> {1, X1, X2, R}; <<X1:0/bitstring, X2:16/float, _/utf8, X4/utf16, R/binary>> -> {2, X1, X2, X4, R}; _ -> no end.
case_2036(A, B, C, S, T, D, L) -> <<5:3/unsigned, B:16/float, 16#ffffffffffffffffff/big, "a\x{3b1}"/utf32-big>>.
case_2037(A, B, C, S, T, D, L) -> <<A/utf8, 16#d800/utf32-big, 955/utf32>>.
case_2038(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:8/unsigned-big-unit:3, X1:12/native>> <= D].
case_2039(A, B, C, S, T, D, L) -> <<"xyz":(S + 3)/unsigned-big-unit:8, A/utf16-little>>.
case_2040(A, B, C, S, T, D, L) -> case D of <<_:T/big-unit:3, X2/utf32-big, R/binary>> when X2 > 3 -> {1, X2, R}; _ -> no end.
case_2041(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:1/bitstring, X1:3/bitstring, X2:12/signed-unit:1>> <= D, X > X0].
case_2042(A, B, C, S, T, D, L) -> case D of <<X1/utf16-little, X2/unsigned-big, X3/utf32-little, R/binary>> -> {1, X1, X2, X3, R}; _ -> no end.
case_2043(A, B, C, S, T, D, L) -> <<D:T/binary-unit:1, D:S/binary-unit:4, (A - 1):71/signed-big>>.
case_2044(A, B, C, S, T, D, L) -> <<A:0/binary, D/bytes>>.
case_2045(A, B, C, S, T, D, L) -> << <<(X0):8/unsigned-unit:1>> || <<X0:1/signed-big, X1:8/big>> <= D, is_integer(S) >>.
case_2046(A, B, C, S, T, D, L) -> <<(A - 1)>>.
case_2047(A, B, C, S, T, D, L) -> case D of <<X1:S, X2:4/float-unit:16, R/bitstring>> -> {1, X1, X2, R}; _ -> no end.
case_2048(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:8/unit:3, X1:12/signed-native>> <= D, X > X0].
case_2049(A, B, C, S, T, D, L) -> case D of <<X1/utf32, _:(T div 2)/little-unit:3, R/bitstring>> when is_integer(X1) -> {1, X1, R}; <<X1/utf8, X2:64/float-little, R/bitstring>> when X1 > 3 -> {2, X1, X2, R}; <<_:S/unsigned-big, _/utf32, R/bitstring>> -> {3, R}; _ -> no end.
case_2050(A, B, C, S, T, D, L) -> case D of <<_/utf16-big, R/binary>> when is_integer(R) -> {1, R}; _ -> no end.
case_2051(A, B, C, S, T, D, L) -> <<5:0/signed-unit:3, B:(S * 2)/unsigned-unit:3>>.
case_2052(A, B, C, S, T, D, L) -> [{X0} || <<X0:2/binary-unit:3>> <= D].
case_2053(A, B, C, S, T, D, L) -> <<5:0/unsigned, A:S/unsigned-little, (-3):S, C/bytes>>.
case_2054(A, B, C, S, T, D, L) -> case D of <<X1, X2:1/binary, R/binary>> when is_integer(X1) -> {1, X1, X2, R}; _ -> no end.
case_2055(A, B, C, S, T, D, L) -> << <<(X0):3/signed>> || <<X0:1/unsigned, X1:8/unsigned-big-unit:1>> <= D >>.
case_2056(A, B, C, S, T, D, L) -> case D of <<X1:1/unit:3, _:(X1 * 2)/big, R/binary>> when X1 > 3 -> {1, X1, R}; <<2:2/big, X2/utf16, 0:1/unit:1, R/bitstring>> -> {2, X2, R}; <<X1:1/unsigned-little, X2/utf16-little, X3/utf16, _/utf16, R/binary>> -> {3, X1, X2, X3, R}; _ -> no end.
case_2057(A, B, C, S, T, D, L) -> case D of <<X1/utf32-little, X2:S/signed, X3:0/binary-unit:3, X4:0/binary, R/bitstring>> -> {1, X1, X2, X3, X4, R}; <<X1:T/unsigned-little, X2:16/unsigned-little-unit:3, X3:64/unsigned-unit:1, X4:0/binary-unit:3, R/bitstring>> when X1 =/= S -> {2, X1, X2, X3, X4, R}; _ -> no end.
case_2058(A, B, C, S, T, D, L) -> <<A:(S + 3)/big-unit:8>>.
case_2059(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:3/binary, X1:8/signed-big-unit:3, X2:3/binary-unit:3>> <= D, X > X0].
case_2060(A, B, C, S, T, D, L) -> <<1.5:S/float, A:T/unit:8, 955/utf16-little>>.
