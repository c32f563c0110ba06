%% persistent_term and the process dictionary as places of configuration.
-module(c_persistent).
-ifndef(SIZE).
-define(SIZE, 4600000).
-endif.
-define(SMALL, 50).
-include("bench.hrl").

run(N) ->
    persistent_term:put(?MODULE, #{limit => 7, names => [a, b, c]}),
    put(step, 3),
    Sum = loop(N, 0),
    persistent_term:erase(?MODULE),
    Sum.

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    #{limit := Limit} = persistent_term:get(?MODULE),
    put(last, N),
    loop(N - 1, (Sum + Limit + get(step) + get(last)) band 16#ffffff).
