%% shows literal maps in code, nested maps, and map patterns in function heads
-module(literal_maps).
-export([main/0]).
-define(CONFIG, #{host => "localhost", port => 80, opts => #{retry => 3, log => #{level => info}}}).

main() ->
    C = ?CONFIG,
    #{opts := #{log := #{level := Level}}} = C,
    io:format("~w ~w~n", [Level, maps:get(port, C)]),
    io:format("~w~n", [[kind(X) || X <- [#{type => circle, r => 2}, #{type => square, a => 3}, #{type => other}, #{}, [], #{r => 1}]]]),
    C2 = C#{opts := (maps:get(opts, C))#{retry := 5}},
    #{opts := #{retry := R, log := L}} = C2,
    io:format("~w ~w~n", [R, L]),
    io:format("~w~n", [#{1 => a, 2 => b}]),
    io:format("~w~n", [sum(#{a => 1, b => 2, c => 3})]),
    ok.

kind(#{type := circle, r := R}) -> {area, 3 * R * R};
kind(#{type := square, a := A}) -> {area, A * A};
kind(#{type := T}) -> {unknown, T};
kind(M) when map_size(M) =:= 0 -> empty;
kind(#{}) -> untyped;
kind(_) -> not_a_map.

sum(#{a := A, b := B, c := C}) -> A + B + C.
