%% shows erlang:raise/3 with a kept stack, with one made up, and what it does with bad arguments
-module(reraise).
-export([main/0]).
-include("stack.hrl").

main() ->
    try again() catch throw:R:S -> io:format("~w ~w~n", [R, frames(S)]) end,
    Made = [{m, f, 2, []}, {m, g, [a, b], [{file, "x.erl"}, {line, 7}]}, {m, h, 0, [{line, 9}]}],
    try erlang:raise(exit, made_up, Made) catch exit:R2:S2 -> io:format("~w ~w~n", [R2, S2]) end,
    try erlang:raise(error, no_stack, []) catch error:R3:S3 -> io:format("~w ~w~n", [R3, S3]) end,
    io:format("~w~n", [erlang:raise(id(wrong), reason, [])]),
    io:format("~w~n", [erlang:raise(error, reason, id(not_a_list))]),
    io:format("~w~n", [erlang:raise(error, reason, [id(a)])]),
    try erlang:raise(error, fun_frame, [{fun lists:map/2, [a, b]}]) catch error:R4:S4 -> io:format("~w ~w~n", [R4, S4]) end,
    io:format("~w~n", [catch erlang:raise(throw, caught, [])]),
    ok.

again() ->
    try {first()}
    catch
        throw:R:S -> io:format("once~n"), erlang:raise(throw, {again, R}, S)
    end.

first() -> [throw(ball)].

id(X) -> X.
