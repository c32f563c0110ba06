%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_5).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 5000, 60).

case_5001(A, B, C, S, T, D, L) -> case D of <<X1:T, X2/signed-big, X3:2/binary-unit:3, X4/float, R/bitstring>> when X1 =/= S -> {1, X1, X2, X3, X4, R}; <<X1:2/binary-unit:3, X2:67/unsigned>> -> {2, X1, X2}; <<X1:S/unsigned-native-unit:1, _:T/big, X3:16/big-unit:8, R/bitstring>> when is_integer(X1) -> {3, X1, X3, R}; _ -> no end.
case_5002(A, B, C, S, T, D, L) -> << <<X:8/signed-native-unit:8>> || X <- L >>.
case_5003(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/big-unit:8, R/binary>> when is_integer(X1) -> {1, X1, R}; <<X1:2/binary, X2:16/unsigned-unit:3, R/bitstring>> when X1 =/= S -> {2, X1, X2, R}; <<X1:(T div 2)/unsigned-unit:3, X2/signed-big, X3:1/binary-unit:1, R/bitstring>> -> {3, X1, X2, X3, R}; _ -> no end.
case_5004(A, B, C, S, T, D, L) -> case D of <<X1/little, X2/utf8, X3/utf8>> when is_integer(X1) -> {1, X1, X2, X3}; _ -> no end.
case_5005(A, B, C, S, T, D, L) -> <<16#10ffff/utf16>>.
case_5006(A, B, C, S, T, D, L) -> << <<X:13/unit:8>> || X <- L >>.
case_5007(A, B, C, S, T, D, L) -> <<(-3):8/unsigned-big, A:3/unit:3, B:1/little>>.
case_5008(A, B, C, S, T, D, L) -> case D of <<_:8/unit:1, X2:1/binary, X3:(S - 2)/unsigned-little, (-1):2/signed, R/bitstring>> when is_integer(X2) -> {1, X2, X3, R}; _ -> no end.
case_5009(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:5/unit:3, X1:8>> <= D, X > X0].
case_5010(A, B, C, S, T, D, L) -> case D of <<X1:3/native, X2/utf8, X3:64/signed-native, X4/utf8-little, R/bitstring>> -> {1, X1, X2, X3, X4, R}; <<X1/utf16-little, X2:S/binary-unit:1, R/bitstring>> when X1 > 3 -> {2, X1, X2, R}; _ -> no end.
case_5011(A, B, C, S, T, D, L) -> case D of <<_:4/big-unit:8, (-1):2/signed, _:T/signed-little, R/binary>> when R =/= S -> {1, R}; _ -> no end.
case_5012(A, B, C, S, T, D, L) -> <<A:0/unit:1, A:71, "xyz":64/unit:3, A:3>>.
case_5013(A, B, C, S, T, D, L) -> [{X0, X1, X2} || <<X0:8, X1:12/big, X2:1/binary>> <= D].
case_5014(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:3, 16#ffffffffffffffffff:1/big-unit:1>>.
case_5015(A, B, C, S, T, D, L) -> case D of <<X1:64/float, X2:0/bitstring, X3/utf8, _:64/signed, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, R}; <<X1:32/float, X2/utf8-big, X3:S/binary-unit:1, R/binary>> -> {2, X1, X2, X3, R}; <<X1/utf32, X2/utf8, R/binary>> -> {3, X1, X2, R}; _ -> no end.
case_5016(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:12>> <= D, X > X0].
case_5017(A, B, C, S, T, D, L) -> case D of <<_:64/native, X2:T/signed, X3:8/float-unit:2, X4:S/binary-unit:1>> -> {1, X2, X3, X4}; <<X1/utf16, X2:24/big-unit:1>> when is_integer(X1) -> {2, X1, X2}; _ -> no end.
case_5018(A, B, C, S, T, D, L) -> case D of <<_/utf8, X2:S/unit:1, R/binary>> when is_integer(X2) -> {1, X2, R}; _ -> no end.
case_5019(A, B, C, S, T, D, L) -> <<B:(S + 3)/signed-big-unit:3, <<5:3>>:S/binary, A:0/binary-unit:4>>.
case_5020(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:1/little-unit:3, X1:16/little>> <= D, X > X0].
case_5021(A, B, C, S, T, D, L) -> <<<<1, 2, 3>>/bitstring, 955/utf16>>.
case_5022(A, B, C, S, T, D, L) -> case D of <<X1:16/float, X2:16/float, X3:16/unsigned>> -> {1, X1, X2, X3}; <<X1/unsigned, X2/utf32, X3/utf32-little, X4:1/binary-unit:4>> -> {2, X1, X2, X3, X4}; _ -> no end.
case_5023(A, B, C, S, T, D, L) -> << <<X:13/unsigned-unit:1>> || X <- L >>.
case_5024(A, B, C, S, T, D, L) -> case D of <<X1/utf32-big, X2:3, A:16, X4:3, R/bitstring>> when X1 > 3 -> {1, X1, X2, X4, R}; <<3:3/little, X2:67/signed-unit:3>> when X2 =/= S -> {2, X2}; _ -> no end.
case_5025(A, B, C, S, T, D, L) -> case D of <<_/utf16-little, A:16, R/bitstring>> when R > 3 -> {1, R}; <<X1:4/float-unit:16, X2:(T div 2)/unsigned-native-unit:8>> -> {2, X1, X2}; <<X1:3/signed-big-unit:8, X2:2/binary, X3/utf16-little, X4:0/bitstring, R/bitstring>> -> {3, X1, X2, X3, X4, R}; _ -> no end.
case_5026(A, B, C, S, T, D, L) -> <<(A - 1):8/unit:8, A:16/unsigned-unit:3>>.
case_5027(A, B, C, S, T, D, L) -> case D of <<X1/utf8-big, X2/utf16-big, X3:4/signed>> when X1 =/= S -> {1, X1, X2, X3}; <<X1/utf32>> when X1 > 3 -> {2, X1}; <<A:16, X2/utf32-little, X3/utf32, "a", R/bitstring>> -> {3, X2, X3, R}; _ -> no end.
case_5028(A, B, C, S, T, D, L) -> <<D:T/bits>>.
case_5029(A, B, C, S, T, D, L) -> case D of <<X1:S/bitstring, X2:S/big, _:16/unsigned-unit:1, R/bitstring>> when is_integer(X1) -> {1, X1, X2, R}; <<X1:T/unsigned-big, X2:S/binary>> when is_integer(X1) -> {2, X1, X2}; _ -> no end.
case_5030(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:2/binary, X1:1/signed-big-unit:1, X2:16/unsigned-big>> <= D, X > X0].
case_5031(A, B, C, S, T, D, L) -> case D of <<X1:T/unit:1, X2:T/big-unit:1, X3:32/float-little>> when X1 =/= S -> {1, X1, X2, X3}; _ -> no end.
case_5032(A, B, C, S, T, D, L) -> case D of <<X1/utf32, X2/unsigned-native, R/binary>> -> {1, X1, X2, R}; <<_/utf32, _:8/native, _/utf8-little, R/bitstring>> when is_integer(R) -> {2, R}; _ -> no end.
case_5033(A, B, C, S, T, D, L) -> <<<<1, 2, 3>>:2/binary-unit:4>>.
case_5034(A, B, C, S, T, D, L) -> case D of <<X1/utf16-little, X2/utf16>> -> {1, X1, X2}; <<X1:1/binary-unit:3, R/binary>> when X1 > 3 -> {2, X1, R}; _ -> no end.
case_5035(A, B, C, S, T, D, L) -> <<D:2/bits, 16#d800/utf16-big, A:16/float-little, (-2.25):16/float-little>>.
case_5036(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/little, _/utf16, X3:0/bits, R/bitstring>> when is_integer(X1) -> {1, X1, X3, R}; _ -> no end.
case_5037(A, B, C, S, T, D, L) -> << <<X:8/native-unit:3>> || X <- L >>.
case_5038(A, B, C, S, T, D, L) -> case D of <<0:2/unsigned-little, X2/utf32-big, X3:64/float, R/binary>> -> {1, X2, X3, R}; _ -> no end.
case_5039(A, B, C, S, T, D, L) -> case D of <<X1:1/unit:1, R/binary>> when X1 =/= S -> {1, X1, R}; <<_/utf32-little, X2:67/signed, A:16, X4:24/unsigned-native-unit:1>> -> {2, X2, X4}; _ -> no end.
case_5040(A, B, C, S, T, D, L) -> <<D:0/binary-unit:4>>.
case_5041(A, B, C, S, T, D, L) -> case D of <<X1/utf32, X2/utf16-little>> -> {1, X1, X2}; _ -> no end.
case_5042(A, B, C, S, T, D, L) -> <<A/utf32-little, A:T/binary-unit:4, 16#d800/utf32>>.
case_5043(A, B, C, S, T, D, L) -> <<B/utf32, 955/utf8, B/utf32>>.
case_5044(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:3/binary, X1:3/binary>> <= D, X0 > 2].
case_5045(A, B, C, S, T, D, L) -> case D of <<X1:16, X2/float, X3:32/float-little>> when X1 =/= S -> {1, X1, X2, X3}; <<A:16, X2/utf32-big, X3:0/binary-unit:3>> -> {2, X2, X3}; <<X1:2/binary, R/binary>> -> {3, X1, R}; _ -> no end.
case_5046(A, B, C, S, T, D, L) -> case D of <<X1:24/unit:8>> when X1 > 3 -> {1, X1}; <<A:16, X2:8/float-unit:2, _:(T div 2), R/bitstring>> when X2 > 3 -> {2, X2, R}; _ -> no end.
case_5047(A, B, C, S, T, D, L) -> <<A/utf16, A/utf16, A/utf8, B/utf16-big>>.
case_5048(A, B, C, S, T, D, L) -> case D of <<X1:S/bitstring, _/utf16, R/bitstring>> when is_integer(X1) -> {1, X1, R}; _ -> no end.
case_5049(A, B, C, S, T, D, L) -> <<B/utf32, 16#d800/utf32-big>>.
case_5050(A, B, C, S, T, D, L) -> <<5:0/big-unit:3, B/utf8>>.
case_5051(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:12/unit:3>> <= D, X > X0].
case_5052(A, B, C, S, T, D, L) -> case D of <<X1:67/little, X2/utf32-big, X3:4/unsigned-big>> when X1 > 3 -> {1, X1, X2, X3}; <<X1/utf32, X2:67/unsigned-big-unit:3, R/binary>> -> {2, X1, X2, R}; _ -> no end.
case_5053(A, B, C, S, T, D, L) -> case D of <<0:3/little>> -> {1}; _ -> no end.
case_5054(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf16, 5:0/unsigned, 16#d800/utf8>>.
case_5055(A, B, C, S, T, D, L) -> case D of <<X1:2/bitstring, R/bitstring>> -> {1, X1, R}; <<X1:S/float, _/utf16>> when X1 > 3 -> {2, X1}; <<_/utf8-big, _:8/native-unit:1, R/bitstring>> when is_integer(R) -> {3, R}; _ -> no end.
case_5056(A, B, C, S, T, D, L) -> <<"xyz", B:S/float>>.
case_5057(A, B, C, S, T, D, L) -> <<(-3):(S + 3)/signed-unit:8>>.
case_5058(A, B, C, S, T, D, L) -> << <<(X0):3>> || <<X0:16>> <= D >>.
case_5059(A, B, C, S, T, D, L) -> case D of <<X1:(T div 2)/little, X2:8/float-unit:2, R/binary>> -> {1, X1, X2, R}; <<X1:(T div 2)/unsigned-big, X2:8/float-unit:2, X3:64/float, R/binary>> -> {2, X1, X2, X3, R}; <<X1:1/signed-unit:8, X2:1, X3/utf32-little, X4:S/bitstring, R/binary>> when X1 > 3 -> {3, X1, X2, X3, X4, R}; _ -> no end.
case_5060(A, B, C, S, T, D, L) -> case D of <<X1/utf32-little, X2:S, _:64/signed, _/utf16, R/binary>> -> {1, X1, X2, R}; _ -> no end.
