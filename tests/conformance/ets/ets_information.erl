%% shows ets:info, rename, whereis, setopts and give_away with each wrong argument
-module(ets_information).
-include("../support/edge.hrl").

main() ->
    ?T(i(fun(T) -> ets:info(T, type) end)),
    ?T(i(fun(T) -> ets:info(T, keypos) end)),
    ?T(i(fun(T) -> ets:info(T, protection) end)),
    ?T(i(fun(T) -> ets:info(T, size) end)),
    ?T(i(fun(T) -> ets:info(T, named_table) end)),
    ?T(i(fun(T) -> ets:info(T, heir) end)),
    ?T(i(fun(T) -> ets:info(T, owner) =:= self() end)),
    ?T(i(fun(T) -> ets:info(T, fixed) end)),
    ?T(i(fun(T) -> ets:info(T, bad) end)),
    ?T(i(fun(T) -> ets:rename(T, other) =:= T end)),
    ?T(i(fun(T) -> ets:rename(T, "x") end)),
    ?T(i(fun(T) -> ets:setopts(T, {heir, none}) end)),
    ?T(i(fun(T) -> ets:setopts(T, [{heir, self(), data}]) end)),
    ?T(i(fun(T) -> ets:setopts(T, [{bad, x}]) end)),
    ?T(i(fun(T) -> ets:setopts(T, {heir, x, y}) end)),
    ?T(i(fun(T) -> ets:give_away(T, self(), x) end)),
    ?T(i(fun(T) -> ets:give_away(T, x, x) end)),
    ?T(i(fun(T) -> ets:safe_fixtable(T, 1) end)),
    ?T(i(fun(T) -> ets:safe_fixtable(T, true), element(2, ets:info(T, safe_fixed)) =:= [{self(), 1}] end)),
    ?T(ets:info(no_table)),
    ?T(ets:info(no_table, size)),
    ?T(ets:info(1)),
    ?T(ets:whereis(no_table)),
    ?T(ets:whereis(1)),
    ?T(ets:delete(no_table)),
    ok.

i(F) -> F(ets:new(t, [{keypos, 2}, bag, protected])).
