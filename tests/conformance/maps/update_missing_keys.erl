%% shows which key badkey names when several keys of an update are missing: the first in the order of keys, in small and
%% large maps
-module(update_missing_keys).
-include("../support/edge.hrl").

main() ->
    [update(id(maps:from_list([{N, N} || N <- lists:seq(100, 100 + Size)]))) || Size <- [3, 31, 32, 33, 500]],
    ok.

update(Map) ->
    ?T(Map#{42.0 := a, 42 := b}),
    ?T(Map#{42 => a, 42.0 := b, 42 := c}),
    ?T(Map#{"z" := a, {y} := b, x := c, 7 := d}),
    ?T(Map#{"b" := a, <<"a">> := b, 3.0 := c}),
    ?T(Map#{[] := a, {} := b, #{} := c, <<>> := d}),
    ?T(Map#{100 := a, 2 := b, 1 := c}),
    ?T(Map#{1 := a}),
    ?T(map_size(Map#{101 := a, 100 := b})).

id(X) -> X.
