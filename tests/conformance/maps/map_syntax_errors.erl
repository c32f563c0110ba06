%% shows update and match of maps in the syntax, with missing keys and no maps
-module(map_syntax_errors).
-include("../support/edge.hrl").

main() ->
    ?T(upd(#{a => 0}, a)),
    ?T(upd(#{b => 0}, a)),
    ?T(upd([], a)),
    ?T(upd(7, a)),
    ?T(put_key(#{}, a)),
    ?T(put_key(x, a)),
    ?T(get_key(#{a => 1}, a)),
    ?T(get_key(#{a => 1}, b)),
    ?T(get_key(nomap, b)),
    ?T(put_many(#{}) =:= #{1 => a, 2 => b, 3 => c}),
    ?T(put_many(notmap)),
    ?T(nested(#{a => #{b => 1}})),
    ?T(nested(#{a => 1})),
    ?T(map_size(maps:from_list([{N, N} || N <- lists:seq(1, 33)]))),
    ?T(upd(maps:from_list([{N, N} || N <- lists:seq(1, 40)]), a)),
    ?T(map_get(7, upd(maps:from_list([{N, N} || N <- lists:seq(1, 40)]), 7))),
    ok.

upd(M, K) -> M#{K := new}.
put_key(M, K) -> M#{K => new}.
get_key(M, K) -> #{K := V} = M, V.
put_many(M) -> M#{1 => a, 2 => b, 3 => c}.
nested(#{a := #{b := V}} = M) -> M#{a := V};
nested(#{a := V}) -> {plain, V}.
