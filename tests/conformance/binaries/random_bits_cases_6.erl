%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_6).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 6000, 60).

case_6001(A, B, C, S, T, D, L) -> <<A:16/signed-native-unit:3, A:0/bitstring>>.
case_6002(A, B, C, S, T, D, L) -> case D of <<3:1/unit:8, _/utf8, R/binary>> -> {1, R}; _ -> no end.
case_6003(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:16/native-unit:8, X1:2/bitstring>> <= D, X > X0].
case_6004(A, B, C, S, T, D, L) -> case D of <<X1/utf16-little, X2:S/binary-unit:1, R/binary>> -> {1, X1, X2, R}; _ -> no end.
case_6005(A, B, C, S, T, D, L) -> case D of <<X1/utf16, X2:S/bitstring, X3:8, _:(T div 2)/big-unit:1, R/binary>> when X1 =/= S -> {1, X1, X2, X3, R}; <<_:1/little-unit:1, R/binary>> when R > 3 -> {2, R}; _ -> no end.
case_6006(A, B, C, S, T, D, L) -> <<5:(S + 3)/unsigned-little, 955/utf16-little>>.
case_6007(A, B, C, S, T, D, L) -> case D of <<X1:24/unsigned-native-unit:3, R/bitstring>> -> {1, X1, R}; <<X1:2/binary, R/bitstring>> -> {2, X1, R}; _ -> no end.
case_6008(A, B, C, S, T, D, L) -> <<A:71/unit:3>>.
case_6009(A, B, C, S, T, D, L) -> case D of <<X1:67/unsigned-little, R/bitstring>> when X1 =/= S -> {1, X1, R}; _ -> no end.
case_6010(A, B, C, S, T, D, L) -> [{X0, X1, X2} || <<X0:8/unsigned-native, X1:1/unsigned-little, X2:12/big>> <= D, X0 > 2].
case_6011(A, B, C, S, T, D, L) -> case D of <<X1/utf32, X2:3, R/bitstring>> when X1 > 3 -> {1, X1, X2, R}; <<X1/utf8-little, X2:(S - 2)/big-unit:1, X3:8/big, R/bitstring>> when X1 =/= S -> {2, X1, X2, X3, R}; <<X1:1, _/utf32, R/binary>> -> {3, X1, R}; _ -> no end.
case_6012(A, B, C, S, T, D, L) -> case D of <<X1:64/float, X2:S/bitstring, X3:S/binary-unit:4, X4:0/binary, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, X4, R}; _ -> no end.
case_6013(A, B, C, S, T, D, L) -> <<(-3):8/native, 16#10ffff/utf32>>.
case_6014(A, B, C, S, T, D, L) -> case D of <<3:1/signed>> -> {1}; _ -> no end.
case_6015(A, B, C, S, T, D, L) -> <<D:S/binary-unit:3, 5:16/native, (-3):(S * 2)/big-unit:1, 955/utf16>>.
case_6016(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/unsigned-big-unit:1, R/binary>> when X1 > 3 -> {1, X1, R}; _ -> no end.
case_6017(A, B, C, S, T, D, L) -> << <<X:8>> || X <- L >>.
case_6018(A, B, C, S, T, D, L) -> case D of <<X1:S/binary, X2:(T div 2)/signed-unit:1>> -> {1, X1, X2}; <<X1:S/binary-unit:3, X2:S/signed-native-unit:1, X3/utf32-little, R/binary>> -> {2, X1, X2, X3, R}; <<(-1):2/signed, A:16, 2:2/native, R/binary>> -> {3, R}; _ -> no end.
case_6019(A, B, C, S, T, D, L) -> case D of <<X1:2/binary-unit:1, X2:0/bits, X3:2/binary, X4:1/bits, R/binary>> -> {1, X1, X2, X3, X4, R}; _ -> no end.
case_6020(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:16>>.
case_6021(A, B, C, S, T, D, L) -> case D of <<X1/float, X2:64/float-little, X3/utf16-big, 1:1/signed-big-unit:1, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, R}; <<"a", R/binary>> -> {2, R}; <<_/utf16-little, A:16, X3:S/binary-unit:1, R/binary>> when is_integer(X3) -> {3, X3, R}; _ -> no end.
case_6022(A, B, C, S, T, D, L) -> <<C:1/binary-unit:4, (-3):(S + 3)/big, C:T/binary-unit:4>>.
case_6023(A, B, C, S, T, D, L) -> case D of <<3:3/native, R/binary>> -> {1, R}; <<X1:1/binary-unit:3>> -> {2, X1}; <<X1:T/signed-unit:8, 0:3/signed-native, X3:(T div 2)/native>> when X1 =/= S -> {3, X1, X3}; _ -> no end.
case_6024(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:12/unit:8>> <= D, X > X0].
case_6025(A, B, C, S, T, D, L) -> case D of <<X1/utf8, R/bitstring>> when X1 > 3 -> {1, X1, R}; <<X1:S/binary-unit:4, X2/utf16, R/bitstring>> -> {2, X1, X2, R}; _ -> no end.
case_6026(A, B, C, S, T, D, L) -> case D of <<X1:0/binary-unit:4, X2:2/binary-unit:3, _:8/unsigned-big-unit:8>> -> {1, X1, X2}; _ -> no end.
case_6027(A, B, C, S, T, D, L) -> <<D/binary-unit:1, 955/utf32-little, A:16/float, 16#d800/utf32>>.
case_6028(A, B, C, S, T, D, L) -> case D of <<X1:0/bitstring, X2:(S - 2)/native-unit:8, X3/utf8, X4:16/float>> -> {1, X1, X2, X3, X4}; <<_/utf16-big, X2/unsigned, X3:8/native, R/bitstring>> when X2 =/= S -> {2, X2, X3, R}; <<X1:1/binary, R/binary>> when X1 =/= S -> {3, X1, R}; _ -> no end.
case_6029(A, B, C, S, T, D, L) -> <<C/binary-unit:16, (-3):(S * 2)/signed-little-unit:1, A:71/signed-unit:3>>.
case_6030(A, B, C, S, T, D, L) -> <<16#10ffff/utf32, A:17/float>>.
case_6031(A, B, C, S, T, D, L) -> [{X0} || <<X0:12/unsigned-little>> <= D, is_integer(S)].
case_6032(A, B, C, S, T, D, L) -> case D of <<X1/utf16-big>> when X1 =/= S -> {1, X1}; <<X1:3/big, X2:(X1 * 2)/binary-unit:1, X3:S/bits, _:X1/native, R/binary>> when is_integer(X1) -> {2, X1, X2, X3, R}; _ -> no end.
case_6033(A, B, C, S, T, D, L) -> case D of <<X1/utf8-little, X2:1/binary-unit:4, X3:0/bits, R/binary>> when X1 =/= S -> {1, X1, X2, X3, R}; <<X1:4, X2/utf8, X3:8/big-unit:8, _/utf32-little, R/binary>> when X1 > 3 -> {2, X1, X2, X3, R}; <<X1:(T div 2)/signed-unit:8, X2:4/little-unit:8, _:24, R/binary>> when X1 > 3 -> {3, X1, X2, R}; _ -> no end.
case_6034(A, B, C, S, T, D, L) -> <<B:1/float-unit:32, B:8/float-unit:2, A:71/signed-unit:1>>.
case_6035(A, B, C, S, T, D, L) -> case D of <<X1:S/binary-unit:1, X2/utf32-little, X3/utf8, X4:67/signed>> -> {1, X1, X2, X3, X4}; <<X1:2/bitstring>> when X1 =/= S -> {2, X1}; <<3:2/native-unit:1, X2:16/float, X3/utf16, R/binary>> when X2 > 3 -> {3, X2, X3, R}; _ -> no end.
case_6036(A, B, C, S, T, D, L) -> <<16#10ffff/utf32, D:2/bitstring>>.
case_6037(A, B, C, S, T, D, L) -> <<16#d800/utf32-big>>.
case_6038(A, B, C, S, T, D, L) -> << <<X:8>> || X <- L >>.
case_6039(A, B, C, S, T, D, L) -> case D of <<X1/utf32-little, R/binary>> when X1 =/= S -> {1, X1, R}; <<X1:1/binary-unit:4, R/bitstring>> when X1 > 3 -> {2, X1, R}; _ -> no end.
case_6040(A, B, C, S, T, D, L) -> case D of <<X1/utf16, X2:0/bitstring, X3:T/little, R/bitstring>> when X1 =/= S -> {1, X1, X2, X3, R}; <<X1/utf32, _/utf32>> when X1 > 3 -> {2, X1}; <<X1/utf32, X2:2/binary-unit:4, X3:3/unsigned-little, R/bitstring>> when is_integer(X1) -> {3, X1, X2, X3, R}; _ -> no end.
case_6041(A, B, C, S, T, D, L) -> <<B/float, B/utf32-big>>.
case_6042(A, B, C, S, T, D, L) -> case D of <<(-1):2/signed, X2:4/float-unit:16, X3:24/signed, R/binary>> -> {1, X2, X3, R}; <<X1:2/binary-unit:3, 3:2/signed-native, R/binary>> -> {2, X1, R}; _ -> no end.
case_6043(A, B, C, S, T, D, L) -> <<16#d800/utf16>>.
case_6044(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf32-little, "xyz":8/little-unit:1, 7:17/float, 16#10ffff/utf8>>.
case_6045(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:8/little-unit:8, X1:1/bitstring, X2:12/unsigned-native>> <= D, X > X0].
case_6046(A, B, C, S, T, D, L) -> case D of <<_/utf32, "ab", X3:8/signed-little, X4:4/unit:1, R/bitstring>> -> {1, X3, X4, R}; _ -> no end.
case_6047(A, B, C, S, T, D, L) -> case D of <<X1/utf32-big, X2:2/binary, R/binary>> when X1 =/= S -> {1, X1, X2, R}; <<X1/utf16, (-1):2/signed, X3:T/unit:1, R/bitstring>> -> {2, X1, X3, R}; _ -> no end.
case_6048(A, B, C, S, T, D, L) -> <<955/utf16-big, B:(S + 3)/unsigned>>.
case_6049(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/unsigned-little-unit:1, X2:2/binary-unit:1, X3/utf32-little, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, R}; <<X1:8/unsigned-little-unit:8, X2:1/binary-unit:1, X3:1/bits, X4/utf32-little>> -> {2, X1, X2, X3, X4}; _ -> no end.
case_6050(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf16-big, B/utf32, 16#d800/utf16, 5:16/unit:3>>.
case_6051(A, B, C, S, T, D, L) -> <<A:8, A:1/unsigned-unit:3, D:0/binary-unit:4, 16#10ffff/utf32>>.
case_6052(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:1/unsigned-unit:8, X1:5/unsigned-unit:1>> <= D, X0 > 2].
case_6053(A, B, C, S, T, D, L) -> <<5:T/signed-native, A:(S * 2)/unsigned-native>>.
case_6054(A, B, C, S, T, D, L) -> case D of <<X1:S/bitstring, X2:1/bits>> when X1 > 3 -> {1, X1, X2}; <<X1:T/unit:3, X2:0/binary-unit:3, X3/utf16-big>> when X1 > 3 -> {2, X1, X2, X3}; _ -> no end.
case_6055(A, B, C, S, T, D, L) -> <<16#10ffff/utf8>>.
case_6056(A, B, C, S, T, D, L) -> case D of <<X1:4/float-unit:16, X2:1/unsigned-unit:8, X3/utf16-little, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, R}; _ -> no end.
case_6057(A, B, C, S, T, D, L) -> <<A:64/little-unit:1, A/utf32-big, (A - 1):(S + 3)/unsigned-big-unit:1>>.
case_6058(A, B, C, S, T, D, L) -> <<A:16/little, (-2.25):64/float, "xyz":T/big-unit:3>>.
case_6059(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:3/binary-unit:3, X1:5>> <= D].
case_6060(A, B, C, S, T, D, L) -> <<B/utf8>>.
