%% try, catch and after in loops; errors of natives; stack traces taken.
-module(c_exceptions).
-ifndef(SIZE).
-define(SIZE, 240000).
-endif.
-define(SMALL, 10).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = try list_to_integer("x" ++ integer_to_list(N)) catch error:badarg -> 1 end,
    B = try deep(8, N) catch throw:{found, X} -> X band 7; error:E:Stack -> length(Stack) + element(1, E) end,
    C = try N band 1 after erase(nothing) end,
    loop(N - 1, (Sum + A + B + C) band 16#ffffff).

deep(0, N) when N rem 3 =:= 0 -> throw({found, N});
deep(0, N) -> error({N band 3});
deep(K, N) -> 1 + deep(K - 1, N).
