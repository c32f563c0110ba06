%% base64 encode and decode of binaries of several sizes.
-module(c_base64).
-ifndef(SIZE).
-define(SIZE, 1300).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    Texts = [binary:copy(<<I, 200, 17>>, I * 40) || I <- lists:seq(1, 12)],
    loop(N, Texts, 0).

loop(0, _, Sum) -> Sum;
loop(N, Texts, Sum) ->
    Sizes = [begin E = base64:encode(T), T = base64:decode(E), byte_size(E) end || T <- Texts],
    loop(N - 1, Texts, (Sum + lists:sum(Sizes)) band 16#ffffff).
