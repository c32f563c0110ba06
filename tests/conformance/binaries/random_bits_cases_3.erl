%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_3).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 3000, 60).

case_3001(A, B, C, S, T, D, L) -> case D of <<X1:1/binary-unit:1, X2/utf16, R/binary>> -> {1, X1, X2, R}; _ -> no end.
case_3002(A, B, C, S, T, D, L) -> <<A/utf32-big, B:3/signed-native-unit:8>>.
case_3003(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:8/unsigned-big-unit:1>>.
case_3004(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:1/binary-unit:3, X1:1/signed-native-unit:1>> <= D, X > X0].
case_3005(A, B, C, S, T, D, L) -> <<7:32/float, 16#d800/utf16, 16#ffffffffffffffffff:64/unit:3, A:8/little-unit:1>>.
case_3006(A, B, C, S, T, D, L) -> case D of <<_/utf8-little, R/binary>> -> {1, R}; <<X1/utf16-big>> -> {2, X1}; _ -> no end.
case_3007(A, B, C, S, T, D, L) -> <<16#d800/utf32-little, 955/utf32-big>>.
case_3008(A, B, C, S, T, D, L) -> case D of <<X1:0/binary-unit:3, X2/utf16>> -> {1, X1, X2}; _ -> no end.
case_3009(A, B, C, S, T, D, L) -> <<B/utf32-little>>.
case_3010(A, B, C, S, T, D, L) -> <<"xyz":16/unit:1, B:S/native-unit:3, 5/little, 955/utf8>>.
case_3011(A, B, C, S, T, D, L) -> << <<X:13/unit:3>> || X <- L >>.
case_3012(A, B, C, S, T, D, L) -> <<(-2.25):32/float-little, (-3):S/unsigned-unit:3, D:T/binary-unit:1>>.
case_3013(A, B, C, S, T, D, L) -> case D of <<X1/utf16, R/binary>> -> {1, X1, R}; _ -> no end.
case_3014(A, B, C, S, T, D, L) -> [{X0, X1} || <<X0:5/unit:3, X1:8>> <= D, X0 > 2].
case_3015(A, B, C, S, T, D, L) -> case D of <<X1/utf8-little, R/binary>> when is_integer(X1) -> {1, X1, R}; _ -> no end.
case_3016(A, B, C, S, T, D, L) -> <<A:T/big-unit:8, A/utf32, 16#ffffffffffffffffff:3/signed-unit:1, 5:64/unit:8>>.
case_3017(A, B, C, S, T, D, L) -> <<(A - 1):(S * 2)/unsigned-unit:3, B:4/float-unit:16, 16#ffffffffffffffffff:3/unit:3>>.
case_3018(A, B, C, S, T, D, L) -> << <<X:7/unit:3>> || X <- L >>.
case_3019(A, B, C, S, T, D, L) -> <<16#d800/utf8-big, 955/utf8-little>>.
case_3020(A, B, C, S, T, D, L) -> case D of <<X1/utf32-big, R/bitstring>> -> {1, X1, R}; <<X1:24, X2/utf8-big, X3:S/bits, _/utf16-big, R/bitstring>> -> {2, X1, X2, X3, R}; <<X1:0/bitstring, _/utf16, X3:2/binary-unit:3, R/binary>> -> {3, X1, X3, R}; _ -> no end.
case_3021(A, B, C, S, T, D, L) -> << <<(X0):S/unsigned>> || <<X0:12/unsigned, X1:5/signed-unit:3>> <= D >>.
case_3022(A, B, C, S, T, D, L) -> case D of <<X1/utf8, R/bitstring>> -> {1, X1, R}; <<X1/utf32-little, R/binary>> when is_integer(X1) -> {2, X1, R}; <<X1/utf16, X2:8/unsigned-native-unit:8, X3/utf32, _/utf16, R/bitstring>> -> {3, X1, X2, X3, R}; _ -> no end.
case_3023(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:3/unsigned-unit:8, (-3):S, A/utf8-little>>.
case_3024(A, B, C, S, T, D, L) -> <<5:1/signed-big-unit:3, A/binary, "xyz":(S * 2)/little-unit:3>>.
case_3025(A, B, C, S, T, D, L) -> [{X0} || <<X0:1/unit:3>> <= D, X0 > 2].
case_3026(A, B, C, S, T, D, L) -> <<16#d800/utf8-little>>.
case_3027(A, B, C, S, T, D, L) -> case D of <<X1:T, X2:1/bitstring, X3:S/binary, _:16>> -> {1, X1, X2, X3}; _ -> no end.
case_3028(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:16/signed>> <= D, X > X0].
case_3029(A, B, C, S, T, D, L) -> case D of <<X1/float, R/binary>> -> {1, X1, R}; <<X1:64/float-little, X2/utf32, X3:4/float-unit:16, _, R/bitstring>> -> {2, X1, X2, X3, R}; _ -> no end.
case_3030(A, B, C, S, T, D, L) -> <<"xyz":71/signed, 16#d800/utf16-big, <<5:3>>:1/binary>>.
case_3031(A, B, C, S, T, D, L) -> <<<<1, 2, 3>>/binary-unit:1, 5:(S * 2)/native-unit:8>>.
case_3032(A, B, C, S, T, D, L) -> << <<(X0):3>> || <<X0:5/signed, X1:1/bitstring, X2:16/signed-unit:8>> <= D >>.
case_3033(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf8, D/binary-unit:1, "a\x{3b1}"/utf8-little, 16#d800/utf32-big>>.
case_3034(A, B, C, S, T, D, L) -> case D of <<0:1/signed-little-unit:3, X2, X3:2/binary-unit:3, X4:S/bits>> when X2 > 3 -> {1, X2, X3, X4}; <<X1/utf16-big, R/bitstring>> when X1 > 3 -> {2, X1, R}; <<X1:(T div 2)/unsigned-native, X2:24/unsigned-native-unit:3>> when is_integer(X1) -> {3, X1, X2}; _ -> no end.
case_3035(A, B, C, S, T, D, L) -> << <<(X0):40/signed-big>> || <<X0:1/little-unit:3>> <= D, X0 > 2 >>.
case_3036(A, B, C, S, T, D, L) -> case D of <<X1:S/bitstring, X2/utf16-big, 0:2/signed-unit:8, X4:0/binary-unit:4, R/bitstring>> -> {1, X1, X2, X4, R}; <<X1/utf8, R/bitstring>> when is_integer(X1) -> {2, X1, R}; _ -> no end.
case_3037(A, B, C, S, T, D, L) -> case D of <<X1:64/float, X2:0/binary, X3/signed-little, R/bitstring>> -> {1, X1, X2, X3, R}; _ -> no end.
case_3038(A, B, C, S, T, D, L) -> <<D:T/binary-unit:4>>.
case_3039(A, B, C, S, T, D, L) -> << <<X:7>> || X <- L >>.
case_3040(A, B, C, S, T, D, L) -> <<B:3/unit:3, A:64/unit:1, "xyz":8/unit:1, 955/utf32-big>>.
case_3041(A, B, C, S, T, D, L) -> case D of <<X1/utf8-big, X2:16/signed-little-unit:1, 0:3/unit:3, X4:1/binary-unit:4, R/bitstring>> when X1 > 3 -> {1, X1, X2, X4, R}; <<X1:64/unit:3, X2/utf16>> when X1 =/= S -> {2, X1, X2}; _ -> no end.
case_3042(A, B, C, S, T, D, L) -> [{X0, X1, X2} || <<X0:5/unsigned-little, X1:5/unit:8, X2:8/unsigned-little-unit:1>> <= D].
case_3043(A, B, C, S, T, D, L) -> case D of <<X1:2/bits, X2/utf16, X3/utf8-big, X4/unsigned-big, R/binary>> -> {1, X1, X2, X3, X4, R}; <<X1:67/unit:1, X2/utf8-big>> when X1 > 3 -> {2, X1, X2}; _ -> no end.
case_3044(A, B, C, S, T, D, L) -> case D of <<X1:0/binary, X2/utf16-big>> when X1 > 3 -> {1, X1, X2}; <<X1:0/binary-unit:1, X2:1/binary-unit:1, R/binary>> when X1 > 3 -> {2, X1, X2, R}; <<X1:1/bits, X2:0/binary-unit:1, X3:16/float-little, "ab">> -> {3, X1, X2, X3}; _ -> no end.
case_3045(A, B, C, S, T, D, L) -> <<D:2/binary-unit:4, (-3):1, A:64/float-little, (A - 1):T>>.
case_3046(A, B, C, S, T, D, L) -> [{X0, X1, X2} || <<X0:8/big-unit:3, X1:8/unsigned-native-unit:3, X2:16/unsigned-unit:8>> <= D].
case_3047(A, B, C, S, T, D, L) -> <<"xyz":(S + 3)/signed-big-unit:8, <<5:3>>:S/binary, C:S/bitstring>>.
case_3048(A, B, C, S, T, D, L) -> case D of <<X1/utf16, _:8/signed-unit:3, X3/utf8, R/bitstring>> -> {1, X1, X3, R}; <<X1:32/float-little, X2/utf32, X3:S/binary-unit:1, R/bitstring>> when X1 > 3 -> {2, X1, X2, X3, R}; _ -> no end.
case_3049(A, B, C, S, T, D, L) -> << <<(X0):3/unit:3>> || <<X0:12/signed-big, X1:16>> <= D, X0 > 2 >>.
case_3050(A, B, C, S, T, D, L) -> case D of <<X1/utf8-little, _/utf16-little, X3:(S - 2)/signed-native-unit:3, "a", R/binary>> -> {1, X1, X3, R}; _ -> no end.
case_3051(A, B, C, S, T, D, L) -> case D of <<X1:2/bitstring, X2/utf16>> -> {1, X1, X2}; <<X1:3/unsigned-big, X2:T/signed>> when X1 =/= S -> {2, X1, X2}; _ -> no end.
case_3052(A, B, C, S, T, D, L) -> <<16#10ffff/utf32, A/utf8, A/utf8-little>>.
case_3053(A, B, C, S, T, D, L) -> case D of <<"a", X2:4/float-unit:16, X3/utf16, R/binary>> -> {1, X2, X3, R}; <<X1/utf32-big, X2:2/binary-unit:4, X3:(S - 2), X4/utf8, R/binary>> -> {2, X1, X2, X3, X4, R}; _ -> no end.
case_3054(A, B, C, S, T, D, L) -> <<A:8/unit:8, D:T/bitstring>>.
case_3055(A, B, C, S, T, D, L) -> case D of <<X1/utf32-big, X2:T/unsigned-unit:1, X3:4/unit:1, R/binary>> when is_integer(X1) -> {1, X1, X2, X3, R}; _ -> no end.
case_3056(A, B, C, S, T, D, L) -> << <<(X0):40/unsigned-big-unit:8>> || <<X0:3/binary, X1:16/signed-unit:8, X2:12/unit:8>> <= D >>.
case_3057(A, B, C, S, T, D, L) -> case D of <<X1/utf16, _/utf16, _/utf8-little, R/bitstring>> when X1 =/= S -> {1, X1, R}; _ -> no end.
case_3058(A, B, C, S, T, D, L) -> case D of <<X1:(S - 2)/unit:3, X2:S/binary, R/binary>> when X1 =/= S -> {1, X1, X2, R}; <<_/utf8, "ab", "a", R/binary>> when R =/= S -> {2, R}; _ -> no end.
case_3059(A, B, C, S, T, D, L) -> <<16#d800/utf32-big, "xyz":S/unit:8, A/utf16>>.
case_3060(A, B, C, S, T, D, L) -> case D of <<X1:S, X2:16/unsigned>> when X1 > 3 -> {1, X1, X2}; _ -> no end.
