%% Formatting terms with io_lib: ~p, ~w, ~s, numbers.
-module(c_iolib).
-ifndef(SIZE).
-define(SIZE, 16000).
-endif.
-define(SMALL, 5).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Term = {order, N, #{name => <<"item">>, price => N * 3}, [a, "text", 1.5, {N, N + 1}]},
    Text = io_lib:format("~p ~w ~s ~10.2f ~.16B~n", [Term, {N, [x, y]}, "plain", N / 7, N]),
    loop(N - 1, (Sum + iolist_size(Text)) band 16#ffffff).
