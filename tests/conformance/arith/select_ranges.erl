%% shows selects among integers that follow each other and go on at the same place: ranges, single values, gaps
%% in them, and terms that are no such integers (floats of the same value, big integers, atoms), in code that is
%% interpreted and in native code.
-module(select_ranges).
-export([main/0]).

main() ->
    Terms = lists:seq(-3, 300) ++ [1 bsl 59 - 2, 1 bsl 59 - 1, 1 bsl 59, 1 bsl 64 + 50, -(1 bsl 59), -(1 bsl 59) - 1,
                                   65.0, 48.5, -1.0, a, b, [], [65], {65}, <<65>>, "65", #{}, self()],
    R = passes(120, Terms, []),
    [io:format("~p ~p~n", [runs(F), lists:nth(N, [character, json, many, negative, top, typed])]) || {N, F} <- R],
    ok.

passes(1, Terms, _) ->
    [{N, [catch (F(N))(T) || T <- Terms]} || F <- [fun f/1], N <- lists:seq(1, 6)];
passes(N, Terms, _) -> passes(N - 1, Terms, [[catch (f(K))(T) || T <- Terms] || K <- lists:seq(1, 6)]).

f(1) -> fun character/1;
f(2) -> fun json/1;
f(3) -> fun many/1;
f(4) -> fun negative/1;
f(5) -> fun top/1;
f(6) -> fun(T) -> typed(<<(if is_integer(T) -> T; true -> 0 end)>>) end.

%% Equal results that follow each other, counted.
runs([H | T]) -> runs(T, H, 1).
runs([H | T], H, N) -> runs(T, H, N + 1);
runs([H | T], X, N) -> [{X, N} | runs(T, H, 1)];
runs([], X, N) -> [{X, N}].

character(48) -> digit; character(49) -> digit; character(50) -> digit; character(51) -> digit;
character(52) -> digit; character(53) -> digit; character(54) -> digit; character(55) -> digit;
character(56) -> digit; character(57) -> digit; character(97) -> lower; character(98) -> lower;
character(99) -> lower; character(100) -> lower; character(101) -> lower; character(102) -> lower;
character(103) -> lower; character(104) -> lower; character(105) -> lower; character(106) -> lower;
character(107) -> lower; character(108) -> lower; character(109) -> lower; character(110) -> lower;
character(111) -> lower; character(112) -> lower; character(113) -> lower; character(114) -> lower;
character(115) -> lower; character(116) -> lower; character(117) -> lower; character(118) -> lower;
character(119) -> lower; character(120) -> lower; character(121) -> lower; character(122) -> lower;
character(65) -> upper; character(66) -> upper; character(67) -> upper; character(68) -> upper;
character(69) -> upper; character(70) -> upper; character(71) -> upper; character(72) -> upper;
character(73) -> upper; character(74) -> upper; character(75) -> upper; character(76) -> upper;
character(77) -> upper; character(78) -> upper; character(79) -> upper; character(80) -> upper;
character(81) -> upper; character(82) -> upper; character(83) -> upper; character(84) -> upper;
character(85) -> upper; character(86) -> upper; character(87) -> upper; character(88) -> upper;
character(89) -> upper; character(90) -> upper; character(32) -> space; character(9) -> space; character(10) -> space;
character(13) -> space; character(95) -> underscore; character(_) -> other.

json(34) -> none; json(92) -> none; json(32) -> plain; json(33) -> plain; json(35) -> plain; json(36) -> plain;
json(37) -> plain; json(38) -> plain; json(39) -> plain; json(40) -> plain; json(41) -> plain; json(42) -> plain;
json(43) -> plain; json(44) -> plain; json(45) -> plain; json(46) -> plain; json(47) -> plain; json(48) -> plain;
json(49) -> plain; json(50) -> plain; json(51) -> plain; json(52) -> plain; json(53) -> plain; json(54) -> plain;
json(55) -> plain; json(56) -> plain; json(57) -> plain; json(58) -> plain; json(59) -> plain; json(60) -> plain;
json(61) -> plain; json(62) -> plain; json(63) -> plain; json(64) -> plain; json(65) -> plain; json(66) -> plain;
json(67) -> plain; json(68) -> plain; json(69) -> plain; json(70) -> plain; json(71) -> plain; json(72) -> plain;
json(73) -> plain; json(74) -> plain; json(75) -> plain; json(76) -> plain; json(77) -> plain; json(78) -> plain;
json(79) -> plain; json(80) -> plain; json(81) -> plain; json(82) -> plain; json(83) -> plain; json(84) -> plain;
json(85) -> plain; json(86) -> plain; json(87) -> plain; json(88) -> plain; json(89) -> plain; json(90) -> plain;
json(91) -> plain; json(93) -> plain; json(94) -> plain; json(95) -> plain; json(96) -> plain; json(97) -> plain;
json(98) -> plain; json(99) -> plain; json(100) -> plain; json(101) -> plain; json(102) -> plain; json(103) -> plain;
json(104) -> plain; json(105) -> plain; json(106) -> plain; json(107) -> plain; json(108) -> plain;
json(109) -> plain; json(110) -> plain; json(111) -> plain; json(112) -> plain; json(113) -> plain;
json(114) -> plain; json(115) -> plain; json(116) -> plain; json(117) -> plain; json(118) -> plain;
json(119) -> plain; json(120) -> plain; json(121) -> plain; json(122) -> plain; json(123) -> plain;
json(124) -> plain; json(125) -> plain; json(126) -> plain; json(127) -> plain; json(_) -> none.

many(0) -> r0; many(1) -> r0; many(2) -> r0; many(12) -> r1; many(13) -> r1; many(14) -> r1; many(15) -> r1;
many(24) -> r2; many(25) -> r2; many(26) -> r2; many(27) -> r2; many(28) -> r2; many(36) -> r3; many(37) -> r3;
many(38) -> r3; many(39) -> r3; many(40) -> r3; many(41) -> r3; many(48) -> r4; many(49) -> r4; many(50) -> r4;
many(51) -> r4; many(52) -> r4; many(53) -> r4; many(54) -> r4; many(60) -> r5; many(61) -> r5; many(62) -> r5;
many(72) -> r6; many(73) -> r6; many(74) -> r6; many(75) -> r6; many(84) -> r7; many(85) -> r7; many(86) -> r7;
many(87) -> r7; many(88) -> r7; many(96) -> r8; many(97) -> r8; many(98) -> r8; many(99) -> r8; many(100) -> r8;
many(101) -> r8; many(108) -> r9; many(109) -> r9; many(110) -> r9; many(111) -> r9; many(112) -> r9; many(113) -> r9;
many(114) -> r9; many(120) -> r10; many(121) -> r10; many(122) -> r10; many(132) -> r11; many(133) -> r11;
many(134) -> r11; many(135) -> r11; many(144) -> r12; many(145) -> r12; many(146) -> r12; many(147) -> r12;
many(148) -> r12; many(156) -> r13; many(157) -> r13; many(158) -> r13; many(159) -> r13; many(160) -> r13;
many(161) -> r13; many(168) -> r14; many(169) -> r14; many(170) -> r14; many(171) -> r14; many(172) -> r14;
many(173) -> r14; many(174) -> r14; many(180) -> r15; many(181) -> r15; many(182) -> r15; many(192) -> r16;
many(193) -> r16; many(194) -> r16; many(195) -> r16; many(204) -> r17; many(205) -> r17; many(206) -> r17;
many(207) -> r17; many(208) -> r17; many(216) -> r18; many(217) -> r18; many(218) -> r18; many(219) -> r18;
many(220) -> r18; many(221) -> r18; many(228) -> r19; many(229) -> r19; many(230) -> r19; many(231) -> r19;
many(232) -> r19; many(233) -> r19; many(234) -> r19; many(_) -> other.

negative(-3) -> around; negative(-2) -> around; negative(-1) -> around; negative(0) -> around; negative(1) -> around;
negative(2) -> around; negative(3) -> above; negative(4) -> above; negative(5) -> above; negative(6) -> above;
negative(7) -> above; negative(8) -> above; negative(-576460752303423488) -> least;
negative(-576460752303423487) -> least; negative(-576460752303423486) -> least; negative(_) -> other.

top(576460752303423487) -> top; top(576460752303423486) -> top; top(576460752303423485) -> top;
top(576460752303423484) -> top; top(576460752303423483) -> top; top(576460752303423482) -> top;
top(576460752303423481) -> top; top(576460752303423488) -> big; top(576460752303423489) -> big; top(0) -> low;
top(1) -> low; top(2) -> low; top(3) -> low; top(_) -> other.

typed(<<C>>) when C >= 48, C =< 57 -> digit;
typed(<<C>>) when C > 96, C < 103 -> {hex, C - 87};
typed(<<C>>) when 200 =< C -> high;
typed(<<C>>) when C < 32 -> control;
typed(_) -> other.
