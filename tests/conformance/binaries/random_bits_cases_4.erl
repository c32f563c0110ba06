%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.
%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.
-module(random_bits_cases_4).
-compile([export_all, nowarn_export_all, nowarn_unused_vars]).

main() -> bit_cases:run(?MODULE, 4000, 60).

case_4001(A, B, C, S, T, D, L) -> [{X0} || <<X0:2/bitstring>> <= D].
case_4002(A, B, C, S, T, D, L) -> case D of <<X1:16, 2:3/big, X3:3/unsigned>> -> {1, X1, X3}; <<(-1):2/signed>> -> {2}; _ -> no end.
case_4003(A, B, C, S, T, D, L) -> <<16#d800/utf32, C/binary, <<1, 2, 3>>:0/binary, A:3/unsigned-native>>.
case_4004(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf32-big, 955/utf16, <<5:3>>:0/bitstring>>.
case_4005(A, B, C, S, T, D, L) -> << <<X:7/unsigned>> || X <- L >>.
case_4006(A, B, C, S, T, D, L) -> <<B:0/unit:3>>.
case_4007(A, B, C, S, T, D, L) -> case D of <<X1:1/binary, X2:1/binary, X3/utf32-big, R/bitstring>> when X1 > 3 -> {1, X1, X2, X3, R}; <<_/utf32-little, X2:2/binary-unit:4, X3:3/unit:1, X4:(X3 * 2)/bitstring>> -> {2, X2, X3, X4}; <<1:1/unsigned-little, _/utf16-little, X3:32/float-little>> when X3 =/= S -> {3, X3}; _ -> no end.
case_4008(A, B, C, S, T, D, L) -> [{X0} || <<X0:3/binary>> <= D, is_integer(S)].
case_4009(A, B, C, S, T, D, L) -> case D of <<X1:67/unit:1, X2:S/bits, X3:1/unit:1, R/bitstring>> -> {1, X1, X2, X3, R}; _ -> no end.
case_4010(A, B, C, S, T, D, L) -> <<"a\x{3b1}"/utf16, (A - 1):0/unit:8, A/signed>>.
case_4011(A, B, C, S, T, D, L) -> <<16#ffffffffffffffffff:1/signed-big, A/utf16-big>>.
case_4012(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:5/little-unit:3, X1:5/signed-unit:3>> <= D, X > X0].
case_4013(A, B, C, S, T, D, L) -> <<(A - 1):(S + 3)/big-unit:8>>.
case_4014(A, B, C, S, T, D, L) -> case D of <<X1:0/binary, X2:0/bitstring, R/binary>> when X1 =/= S -> {1, X1, X2, R}; <<_/utf8-little, X2:3/signed-native-unit:8, X3:1/float-unit:32, X4:67/signed-big-unit:3, R/binary>> when is_integer(X2) -> {2, X2, X3, X4, R}; _ -> no end.
case_4015(A, B, C, S, T, D, L) -> << <<(X0):S/signed>> || <<X0:1/binary, X1:8/unsigned-unit:8, X2:2/binary>> <= D, X0 > 2 >>.
case_4016(A, B, C, S, T, D, L) -> case D of <<X1:32/float-little, X2:0/bits, X3:4/unsigned, R/bitstring>> when X1 =/= S -> {1, X1, X2, X3, R}; <<X1/utf16, X2:S/signed-big>> -> {2, X1, X2}; _ -> no end.
case_4017(A, B, C, S, T, D, L) -> case D of <<"a">> -> {1}; <<X1/utf32, X2/utf8, _/utf8, X4:1/unit:3, R/bitstring>> -> {2, X1, X2, X4, R}; <<X1/utf16-big, _/unsigned-native, _:1, X4:1/binary-unit:4>> when X1 > 3 -> {3, X1, X4}; _ -> no end.
case_4018(A, B, C, S, T, D, L) -> <<"xyz":16>>.
case_4019(A, B, C, S, T, D, L) -> << <<(X0):3/little>> || <<X0:12/unsigned-little, X1:1/binary>> <= D >>.
case_4020(A, B, C, S, T, D, L) -> <<B/utf8, B:(S * 2)/signed-big-unit:3, A:1/binary, (-2.25):64/float-little>>.
case_4021(A, B, C, S, T, D, L) -> case D of <<X1/utf8, X2:S/binary-unit:1>> when X1 > 3 -> {1, X1, X2}; _ -> no end.
case_4022(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:1/native-unit:3, X1:5>> <= D, X > X0].
case_4023(A, B, C, S, T, D, L) -> case D of <<"a", X2:2/binary>> when X2 =/= S -> {1, X2}; _ -> no end.
case_4024(A, B, C, S, T, D, L) -> case D of <<X1, R/binary>> when X1 =/= S -> {1, X1, R}; <<X1:16/unit:8, X2:4/float-unit:16, _/utf32-little, X4:24/native>> -> {2, X1, X2, X4}; _ -> no end.
case_4025(A, B, C, S, T, D, L) -> <<A:0/unsigned, B/utf8, A:1/unsigned, B:4/float-unit:16>>.
case_4026(A, B, C, S, T, D, L) -> << <<(X0):S/signed>> || <<X0:2/binary-unit:3, X1:5/unsigned-native>> <= D, is_integer(S) >>.
case_4027(A, B, C, S, T, D, L) -> <<<<5:3>>:2/bits, <<1, 2, 3>>/binary-unit:16, B:8/little>>.
case_4028(A, B, C, S, T, D, L) -> case D of <<X1/utf16-big, X2:1/bits, R/bitstring>> -> {1, X1, X2, R}; _ -> no end.
case_4029(A, B, C, S, T, D, L) -> [{X0, X1, X2} || <<X0:12, X1:2/binary, X2:8/signed-big>> <= D].
case_4030(A, B, C, S, T, D, L) -> case D of <<X1:3/big-unit:8, X2:4/float-unit:16, R/bitstring>> when X1 =/= S -> {1, X1, X2, R}; <<X1:32/float, R/bitstring>> when X1 > 3 -> {2, X1, R}; <<X1/utf16-little, X2/utf16-little, R/bitstring>> when X1 > 3 -> {3, X1, X2, R}; _ -> no end.
case_4031(A, B, C, S, T, D, L) -> case D of <<X1:4/little-unit:3, X2/utf16-big, _/utf8, X4/utf16-big>> when X1 =/= S -> {1, X1, X2, X4}; _ -> no end.
case_4032(A, B, C, S, T, D, L) -> <<C:1/bits, 955/utf16, D:2/bitstring, 955/utf32-big>>.
case_4033(A, B, C, S, T, D, L) -> [{X0} || <<X0:3/binary-unit:3>> <= D].
case_4034(A, B, C, S, T, D, L) -> <<A:0/binary-unit:4, (A - 1):64/signed>>.
case_4035(A, B, C, S, T, D, L) -> case D of <<X1:S/float, R/binary>> -> {1, X1, R}; _ -> no end.
case_4036(A, B, C, S, T, D, L) -> << <<(X0):40>> || <<X0:16/signed, X1:1/native>> <= D >>.
case_4037(A, B, C, S, T, D, L) -> case D of <<X1:24/big, _/utf32, R/binary>> when X1 > 3 -> {1, X1, R}; <<X1:0/binary-unit:1, X2:8/unit:1, R/binary>> when X1 =/= S -> {2, X1, X2, R}; <<X1/utf16, R/bitstring>> -> {3, X1, R}; _ -> no end.
case_4038(A, B, C, S, T, D, L) -> case D of <<_:64/big-unit:8, X2/utf8-big, X3/utf16-big, _:16, R/binary>> -> {1, X2, X3, R}; <<X1:3/little, X2:16/big-unit:3, X3/utf32, X4:(X1 * 2)/bits, R/bitstring>> when is_integer(X1) -> {2, X1, X2, X3, X4, R}; _ -> no end.
case_4039(A, B, C, S, T, D, L) -> <<<<5:3>>/binary-unit:1, 16#10ffff/utf16-little, A:64/signed-unit:8>>.
case_4040(A, B, C, S, T, D, L) -> case D of <<X1:T, R/bitstring>> when X1 > 3 -> {1, X1, R}; <<_/utf32-big, "ab", X3/utf8, _/utf16, R/bitstring>> -> {2, X3, R}; <<X1:16/float-little, "ab", R/bitstring>> -> {3, X1, R}; _ -> no end.
case_4041(A, B, C, S, T, D, L) -> <<A:8/big>>.
case_4042(A, B, C, S, T, D, L) -> case D of <<X1:S/binary-unit:3, R/binary>> -> {1, X1, R}; <<X1:2/binary-unit:4, 2:3/signed-native, R/binary>> -> {2, X1, R}; <<X1:S/little-unit:3, X2:2/binary-unit:3>> when X1 > 3 -> {3, X1, X2}; _ -> no end.
case_4043(A, B, C, S, T, D, L) -> [{X0} || <<X0:8/little-unit:3>> <= D, X0 > 2].
case_4044(A, B, C, S, T, D, L) -> case D of <<X1:1/float-unit:32>> when X1 =/= S -> {1, X1}; <<"a", X2:2/binary-unit:3>> -> {2, X2}; _ -> no end.
case_4045(A, B, C, S, T, D, L) -> case D of <<X1:(S - 2)/big, "ab", X3:2/binary-unit:3, X4/utf16, R/bitstring>> -> {1, X1, X3, X4, R}; _ -> no end.
case_4046(A, B, C, S, T, D, L) -> <<A:S/bits, 16#10ffff/utf16-big>>.
case_4047(A, B, C, S, T, D, L) -> case D of <<X1/utf16, "ab", X3:2/binary, X4/utf8-big, R/binary>> when X1 > 3 -> {1, X1, X3, X4, R}; <<X1/utf8-little, X2/utf32, R/bitstring>> when is_integer(X1) -> {2, X1, X2, R}; <<X1:0/binary-unit:3>> when X1 =/= S -> {3, X1}; _ -> no end.
case_4048(A, B, C, S, T, D, L) -> <<16#10ffff/utf32>>.
case_4049(A, B, C, S, T, D, L) -> case D of <<X1:2/binary-unit:3, R/bitstring>> -> {1, X1, R}; <<(-1):2/signed, X2/float, 1:1/signed-little, X4:67/unit:3, R/binary>> -> {2, X2, X4, R}; <<X1:0/binary-unit:1, R/bitstring>> when is_integer(X1) -> {3, X1, R}; _ -> no end.
case_4050(A, B, C, S, T, D, L) -> [X || X <- L, <<X0:8/little, X1:3/binary-unit:3, X2:16/unsigned-unit:8>> <= D, X > X0].
case_4051(A, B, C, S, T, D, L) -> case D of <<X1:2/bits, R/bitstring>> -> {1, X1, R}; <<X1:4, R/bitstring>> -> {2, X1, R}; _ -> no end.
case_4052(A, B, C, S, T, D, L) -> case D of <<X1:S/float, X2:4/float-unit:16, X3:T/unsigned-little>> -> {1, X1, X2, X3}; <<X1/utf32>> when X1 =/= S -> {2, X1}; <<X1:1/float-unit:32, X2/signed, X3:67/unit:1, X4/utf16>> when X1 > 3 -> {3, X1, X2, X3, X4}; _ -> no end.
case_4053(A, B, C, S, T, D, L) -> <<B/utf32-little>>.
case_4054(A, B, C, S, T, D, L) -> case D of <<X1/utf16, X2:(S - 2)/signed, X3/utf32-little, X4:67/native, R/bitstring>> -> {1, X1, X2, X3, X4, R}; <<2:2/unsigned, X2:8/unit:1, X3/utf32, R/binary>> -> {2, X2, X3, R}; <<X1/utf32-little, 0:2/big, R/binary>> -> {3, X1, R}; _ -> no end.
case_4055(A, B, C, S, T, D, L) -> <<16#d800/utf32-little, 955/utf16, 16#d800/utf16, A/utf8>>.
case_4056(A, B, C, S, T, D, L) -> <<A:16, 5:16/signed, A/utf8>>.
case_4057(A, B, C, S, T, D, L) -> << <<(X0):8>> || <<X0:1/signed-little, X1:5/unsigned-unit:3, X2:1/unit:1>> <= D >>.
case_4058(A, B, C, S, T, D, L) -> case D of <<X1:1/bits, R/bitstring>> -> {1, X1, R}; <<_/utf8-little, X2:8/big-unit:3>> when X2 > 3 -> {2, X2}; _ -> no end.
case_4059(A, B, C, S, T, D, L) -> case D of <<_:1/native, 3:2/native-unit:8, _:(T div 2)/little, R/binary>> -> {1, R}; <<_/utf16-little, X2:64/float-little, X3:0/binary-unit:4, R/binary>> -> {2, X2, X3, R}; <<X1:32/float-little, X2:67/unsigned-unit:3, 1:3/unsigned-little-unit:3, _/utf16>> when X1 =/= S -> {3, X1, X2}; _ -> no end.
case_4060(A, B, C, S, T, D, L) -> <<955/utf16, (-3):64/signed, A:3/unsigned-big, C:S/binary-unit:1>>.
