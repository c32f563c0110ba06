%% shows that a stack trace has at most eight frames, and the system flag backtrace_depth
-module(stack_depth).
-export([main/0]).
-include("stack.hrl").

main() ->
    io:format("~w ~w~n", [depth(3) < 8, depth(100)]),
    Old = erlang:system_flag(backtrace_depth, 3),
    io:format("~w ~w~n", [Old, depth(100)]),
    3 = erlang:system_flag(backtrace_depth, 20),
    io:format("~w~n", [depth(100)]),
    20 = erlang:system_flag(backtrace_depth, 0),
    io:format("~w~n", [depth(100)]),
    0 = erlang:system_flag(backtrace_depth, 8),
    ok.

depth(N) -> try deep(N) catch error:deep:S -> length(S) end.

deep(0) -> error(deep);
deep(N) -> [deep(N - 1)].
