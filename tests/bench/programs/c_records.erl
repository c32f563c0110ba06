%% A state in a record of ten fields, updated by events.
-module(c_records).
-record(s, {a = 0, b = 0, c = 0, d = 0, e = 0, count = 0, sum = 0, name = <<"state">>, list = [], last = none}).
-ifndef(SIZE).
-define(SIZE, 8800000).
-endif.
-define(SMALL, 50).
-include("bench.hrl").

run(N) -> loop(N, #s{}).

loop(0, #s{a = A, b = B, count = C, sum = S, last = L}) -> {A, B, C, S, L};
loop(N, S) ->
    case N band 7 of
        0 -> loop(N - 1, S#s{a = S#s.a + 1});
        1 -> loop(N - 1, S#s{b = S#s.b + S#s.a band 1023, last = add});
        2 -> loop(N - 1, S#s{sum = (S#s.sum + N) band 16#ffff, last = sum});
        3 when S#s.last =:= sum -> loop(N - 1, S#s{last = none, count = S#s.count + 2});
        _ -> loop(N - 1, S#s{count = S#s.count + 1})
    end.
