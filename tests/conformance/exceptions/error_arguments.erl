%% shows error/2 with arguments for the first frame, error/3 with error_info, and none
-module(error_arguments).
-export([main/0]).
-include("stack.hrl").

main() ->
    try f(1, 2), ok catch error:R:S -> io:format("~w ~w~n", [R, frames(S)]) end,
    try g(1, 2), ok catch error:R2:S2 -> io:format("~w ~w ~w~n", [R2, hd(frames(S2)), info(hd(S2))]) end,
    try h(1), ok catch error:R3:S3 -> io:format("~w ~w~n", [R3, hd(frames(S3))]) end,
    [try erlang:error(r, A, O), ok catch error:R4:_ -> io:format("~w~n", [R4]) end
     || {A, O} <- [{none, [{error_info, not_a_map}]}, {none, [nonsense]}, {a, []}, {none, []}, {[x], [{error_info, #{}}]}]],
    ok.

f(A, B) -> error(wrong, [A, {B}]), never.

g(A, B) -> error(wrong, [A, B], [{error_info, #{cause => because, module => ?MODULE}}]), never.

h(_) -> error(plain, none), never.

info({_, _, _, Where}) -> [lists:sort(maps:to_list(I)) || {error_info, I} <- Where].
