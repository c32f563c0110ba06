%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_1).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 1000, 60).

case_1001(A, B, C, S, T, D, L) -> <<A:1/big>>.
case_1002(A, B, C, S, T, D, L) -> [{X0} || <<X0:5>> <= D].
case_1003(A, B, C, S, T, D, L) -> case D of <<_:(T div 2)/native-unit:3, X2/utf16, X3/utf16-big, X4/utf16, R/binary>> -> {1, X2, X3, X4, R}; <<X1/utf8-big, 0:3/signed-little, X3:3/signed-big-unit:1>> when is_integer(X1) -> {2, X1, X3}; _ -> no end.
case_1004(A, B, C, S, T, D, L) -> case D of <<X1:S/big-unit:1, X2:64/unit:1, X3:64/float>> -> {1, X1, X2, X3}; <<X1:1/float-unit:32, (-1):2/signed, X3/utf16-big, _:1/big-unit:8, R/binary>> -> {2, X1, X3, R}; <<X1:3, _:64/native>> when X1 > 3 -> {3, X1}; _ -> no end.
case_1005(A, B, C, S, T, D, L) -> <<D:T/binary-unit:3, <<1, 2, 3>>:0/bitstring, D:2/bitstring>>.
case_1006(A, B, C, S, T, D, L) -> case D of <<_:(T div 2)/little, X2:3/big-unit:1, X3:S/float, R/binary>> -> {1, X2, X3, R}; <<X1:2/binary-unit:3, R/binary>> -> {2, X1, R}; _ -> no end.
case_1007(A, B, C, S, T, D, L) -> <<A:0>>.
case_1008(A, B, C, S, T, D, L) -> <<A:64/signed>>.
case_1009(A, B, C, S, T, D, L) -> << <<X:13/signed-big-unit:3>> || X <- L >>.
case_1010(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/native-unit:3, X2:S/unsigned, X3/signed-big, X4:1/binary-unit:1, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, X4, R}; _ -> no end.
case_1011(A, B, C, S, T, D, L) -> case D of <<X1/native, X2:16/float-little, R/bitstring>> -> {1, X1, X2, R}; <<X1:1/float-unit:32, X2:S/binary-unit:3, X3/utf16-little, _/utf32-big>> -> {2, X1, X2, X3}; <<X1:(S - 2)/unsigned-unit:3, 0:2, R/bitstring>> when X1 =/= S -> {3, X1, R}; _ -> no end.
case_1012(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:8/unit:3, 955/utf32-big>>.
case_1013(A, B, C, S, T, D, L) -> case D of <<X1:1/little-unit:8, X2/utf16-little, _:64/unsigned, R/binary>> when X1 > 3 -> {1, X1, X2, R}; <<X1:1/binary, X2:16/float, "a">> when X1 > 3 -> {2, X1, X2}; _ -> no end.
case_1014(A, B, C, S, T, D, L) -> <<B:(S + 3)/signed>>.
case_1015(A, B, C, S, T, D, L) -> <<(-2.25):8/float-unit:2, 955/utf8-little, 16#ffffffffffffffffff:8/signed-native-unit:1, (A - 1):3/unsigned>>.
case_1016(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:2/bitstring, X1:16>> <= D, is_integer(S)].
case_1017(A, B, C, S, T, D, L) -> case D of <<X1:32/float, X2:3/unit:3, X3/utf8-little, _:67/unsigned, R/binary>> -> {1, X1, X2, X3, R}; <<_:T/unsigned-native-unit:8, X2:2/bits, _:16/signed-little, X4:3/signed-native-unit:1, R/bitstring>> when X2 =/= S -> {2, X2, X4, R}; <<_/big, (-1):2/signed, _/utf8-big, R/binary>> -> {3, R}; _ -> no end.
case_1018(A, B, C, S, T, D, L) -> case D of <<0:3/native, X2/utf8, R/bitstring>> -> {1, X2, R}; <<X1:S/float>> -> {2, X1}; _ -> no end.
case_1019(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf32>>.
case_1020(A, B, C, S, T, D, L) -> case D of <<X1:24/big, X2/utf8, R/binary>> when X1 > 3 -> {1, X1, X2, R}; _ -> no end.
case_1021(A, B, C, S, T, D, L) -> <<B/float, (A - 1):T, "xyz":S/signed, A:1/signed-little-unit:3>>.
case_1022(A, B, C, S, T, D, L) -> <<1.5:32/float, D:S/binary-unit:3, B:1/float-unit:32>>.
case_1023(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:3/binary, X1:16/little>> <= D, X0 > 2].
case_1024(A, B, C, S, T, D, L) -> <<16#10ffff/utf16-big, D:2/bitstring>>.
case_1025(A, B, C, S, T, D, L) -> case D of <<X1:16/float, X2/utf32-little, R/bitstring>> -> {1, X1, X2, R}; <<X1:1/binary-unit:4, X2:0/binary-unit:1, X3:2/binary, X4:67/native>> -> {2, X1, X2, X3, X4}; _ -> no end.
case_1026(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf32-big, B:64/little-unit:8, A:S/binary-unit:4, A:64/signed-unit:8>>.
case_1027(A, B, C, S, T, D, L) -> case D of <<X1/utf32, X2:0/binary-unit:1, R/bitstring>> when X1 > 3 -> {1, X1, X2, R}; _ -> no end.
case_1028(A, B, C, S, T, D, L) -> <<A:0/unsigned-unit:3, A:8/signed, 16#d800/utf16-little>>.
case_1029(A, B, C, S, T, D, L) -> <<A:64/float-little, A/utf32-big>>.
case_1030(A, B, C, S, T, D, L) -> << <<(X0):3/unsigned-big-unit:3>> || <<X0:3/binary, X1:2/binary-unit:3>> <= D, X0 > 2 >>.
case_1031(A, B, C, S, T, D, L) -> <<16#d800/utf16>>.
case_1032(A, B, C, S, T, D, L) -> case D of <<X1:S/bitstring, R/binary>> -> {1, X1, R}; _ -> no end.
case_1033(A, B, C, S, T, D, L) -> <<(A - 1):T, (-2.25):32/float-little, <<5:3>>:1/binary-unit:1, 5:(S * 2)/signed-big>>.
case_1034(A, B, C, S, T, D, L) -> case D of <<X1:T/native-unit:3, X2:2/binary, R/bitstring>> -> {1, X1, X2, R}; _ -> no end.
case_1035(A, B, C, S, T, D, L) -> <<A:(S + 3)/unit:3, 955/utf32>>.
case_1036(A, B, C, S, T, D, L) -> <<955/utf8>>.
case_1037(A, B, C, S, T, D, L) -> [{X0} || <<X0:5/signed>> <= D].
case_1038(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf16, A/utf32, (-3):0/little-unit:1, (A - 1):(S * 2)/native>>.
case_1039(A, B, C, S, T, D, L) -> case D of <<0:2/little-unit:8>> -> {1}; <<X1:2/binary, R/bitstring>> -> {2, X1, R}; <<X1:4/unit:8, X2:S/binary-unit:3>> when X1 =/= S -> {3, X1, X2}; _ -> no end.
case_1040(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:1/unit:3, X1:1/unsigned-little-unit:8>> <= D].
case_1041(A, B, C, S, T, D, L) -> case D of <<X1, R/binary>> when is_integer(X1) -> {1, X1, R}; <<X1:0/binary, 1:1/native-unit:1, R/bitstring>> when is_integer(X1) -> {2, X1, R}; <<X1/utf32, 2:2/unsigned-little, _:4/signed-native, _:1/signed-unit:1, R/bitstring>> when is_integer(X1) -> {3, X1, R}; _ -> no end.
case_1042(A, B, C, S, T, D, L) -> <<955/utf8>>.
case_1043(A, B, C, S, T, D, L) -> <<16#10ffff/utf8-big>>.
case_1044(A, B, C, S, T, D, L) -> << <<(X0):3/little>> || <<X0:12>> <= D, is_integer(S) >>.
case_1045(A, B, C, S, T, D, L) -> <<A:0/unit:1, B:16/float-little, 955/utf32-little>>.
case_1046(A, B, C, S, T, D, L) -> case D of <<"a">> -> {1}; _ -> no end.
case_1047(A, B, C, S, T, D, L) -> << <<(X0):8/signed-unit:8>> || <<X0:5/unsigned-little>> <= D >>.
case_1048(A, B, C, S, T, D, L) -> case D of <<X1:4/unit:8>> -> {1, X1}; <<X1:16/float, _:16/signed-native-unit:3, X3:S/bitstring>> when is_integer(X1) -> {2, X1, X3}; _ -> no end.
case_1049(A, B, C, S, T, D, L) -> <<A:0/binary-unit:3>>.
case_1050(A, B, C, S, T, D, L) -> <<16#d800/utf8, (A - 1):(S * 2)/little, B:8/float-unit:2, A:3/unsigned-unit:1>>.
case_1051(A, B, C, S, T, D, L) -> << <<(X0):S/little>> || <<X0:8/unsigned-unit:3, X1:1/unsigned-unit:3, X2:8/unit:3>> <= D, is_integer(S) >>.
case_1052(A, B, C, S, T, D, L) -> <<A:8/signed-big-unit:1, C/bitstring>>.
case_1053(A, B, C, S, T, D, L) -> case D of <<X1:8/float-unit:2, _:(T div 2)/big-unit:1, X3/utf32-big, X4:1/unsigned-native-unit:1, R/binary>> -> {1, X1, X3, X4, R}; <<2:2, X2:4/unsigned-unit:3, X3/utf32, R/binary>> -> {2, X2, X3, R}; <<X1:64/float>> when is_integer(X1) -> {3, X1}; _ -> no end.
case_1054(A, B, C, S, T, D, L) -> << <<X:13/native-unit:3>> || X <- L >>.
case_1055(A, B, C, S, T, D, L) -> case D of <<"a", R/binary>> -> {1, R}; <<X1:(T div 2)/signed-native, X2:(S - 2)/unit:8, X3:16/signed, R/bitstring>> when X1 > 3 -> {2, X1, X2, X3, R}; _ -> no end.
case_1056(A, B, C, S, T, D, L) -> <<D/binary, B:(S * 2)/little-unit:8, 955/utf8-big, A:S/unit:8>>.
case_1057(A, B, C, S, T, D, L) -> <<(-3):16/unsigned-unit:8, 16#d800/utf16-big, A:8/native>>.
case_1058(A, B, C, S, T, D, L) -> << <<(X0):40/signed-little>> || <<X0:1/signed, X1:5/unsigned-unit:3>> <= D >>.
case_1059(A, B, C, S, T, D, L) -> <<A:16/unit:3, B/utf8>>.
case_1060(A, B, C, S, T, D, L) -> case D of <<X1:S/float, X2:0/binary-unit:1, "a", X4/utf32, R/bitstring>> when X1 > 3 -> {1, X1, X2, X4, R}; <<X1:0/binary, X2:24/big, R/bitstring>> when X1 > 3 -> {2, X1, X2, R}; _ -> no end.
