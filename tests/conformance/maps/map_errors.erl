%% shows badmap, badkey and badarg of the functions of maps
-module(map_errors).
-export([main/0]).

main() ->
    Bad = [fun() -> maps:get(a, b) end, fun() -> maps:get(a, #{}) end, fun() -> maps:update(a, 1, #{}) end, fun() -> maps:put(a, 1, []) end,
           fun() -> maps:remove(a, x) end, fun() -> maps:keys(x) end, fun() -> maps:values([]) end, fun() -> maps:merge(#{}, x) end,
           fun() -> maps:merge(y, #{}) end, fun() -> maps:from_list([a]) end, fun() -> maps:from_list(a) end,
           fun() -> maps:from_list([{a, 1} | b]) end, fun() -> maps:is_key(a, {}) end, fun() -> maps:find(a, {}) end,
           fun() -> maps:take(a, {}) end, fun() -> maps:from_keys(a, b) end, fun() -> maps:to_list(x) end, fun() -> map_size(x) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
