%% compiled: 27
%% shows updates of four, five and more fields of a record at once: in place, with values on the heap, with the old record kept
-module(wide_record_updates).
-export([main/0, replaced/2, replaced_twice/2, constants/2, held/2]).

-record(cpu, {pc = 0, a = 0, x = 0, y = 0, zero = false, negative = false, cycles = 0, stack = []}).

main() ->
    io:format("~w~n", [four(100000, #cpu{})]),
    io:format("~w~n", [five(100000, #cpu{})]),
    io:format("~w~n", [six(1000, #cpu{})]),
    io:format("~w~n", [collected(3000, #cpu{})]),
    io:format("~w~n", [kept(4, #cpu{}, [])]),
    io:format("~w~n", [registers(1, 2, 3, 4, 5, #cpu{})]),
    io:format("~w~n", [?MODULE:replaced(7, #cpu{})]),
    io:format("~w~n", [?MODULE:replaced_twice(7, #cpu{})]),
    io:format("~w~n", [?MODULE:constants(7, #cpu{a = 5})]),
    io:format("~w~n", [?MODULE:held(7, #cpu{a = 5})]).

%% Immediate values.
four(0, S) -> S;
four(N, S = #cpu{a = A, cycles = C}) -> four(N - 1, S#cpu{pc = N band 7, a = (A + N) band 255, zero = A =:= 0, cycles = C + 1}).

five(0, S) -> S;
five(N, S = #cpu{a = A, x = X, cycles = C}) ->
    five(N - 1, S#cpu{a = X, x = A + 1, zero = X =:= 0, negative = A > 127, cycles = C + 2}).

six(0, S) -> S;
six(N, S) -> six(N - 1, S#cpu{pc = N, a = N + 1, x = N + 2, y = N + 3, zero = true, cycles = N}).

%% Values on the heap, with collections between.
collected(0, S) -> {S#cpu.pc, length(S#cpu.stack), S#cpu.a, S#cpu.x};
collected(N, S) -> collected(N - 1, S#cpu{pc = N, a = {N, S#cpu.pc}, x = [S#cpu.pc], stack = [N | S#cpu.stack]}).

%% All versions are kept.
kept(0, S, Versions) -> lists:reverse([S | Versions]);
kept(N, S, Versions) -> kept(N - 1, S#cpu{pc = N, a = N * 2, x = S#cpu.pc, y = S#cpu.a, zero = N =:= 2}, [S | Versions]).

%% Values in argument registers, which move.
registers(A, B, C, D, E, S) ->
    T = S#cpu{pc = E, a = D, x = C, y = B, cycles = A},
    U = T#cpu{pc = T#cpu.a, a = T#cpu.x, x = T#cpu.pc, y = A, stack = T},
    {T, U}.

%% The copy replaces one of the values, or a value that is there twice, or the record that is a value.
replaced(A, S) -> S#cpu{pc = S#cpu.y, a = A, x = S#cpu.a, y = 1.5}.

replaced_twice(A, S) -> S#cpu{pc = A, a = S#cpu.a, x = A}.

constants(A, S) -> S#cpu{pc = [], a = {lit, [1]}, x = "text", y = 16#ffffffffff, zero = 2.5, negative = A, cycles = 1 bsl 70}.

held(A, S) ->
    T = S#cpu{pc = S, a = A, x = S},
    put(t, T),
    {get(t), A, S}.
