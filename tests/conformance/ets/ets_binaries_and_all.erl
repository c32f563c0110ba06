%% shows ets:info(_, binary), tables of others for a super user, and all tables by request
-module(ets_binaries_and_all).
-export([main/0]).

main() ->
    T = ets:new(t, [bag]),
    Large = binary:copy(<<"x">>, 1000),
    ets:insert(T, [{1, Large, small}, {1, [Large | <<"tail">>]}, {2, #{a => {Large}}}, {3, nothing}]),
    Info = ets:info(T, binary),
    io:format("~w~n", [lists:sort([Size || {_, Size, _} <- Info, Size > 64])]),
    Self = self(),
    Owner = spawn(fun() -> Self ! {table, ets:new(secret, [private])}, receive stop -> ok end end),
    Secret = receive {table, Table} -> Table end,
    io:format("~w~n", [element(1, element(2, catch ets:insert(Secret, {a, 1})))]),
    ok = erts_internal:ets_super_user(true),
    io:format("~w~n", [[ets:insert(Secret, {a, 1}), ets:lookup(Secret, a)]]),
    ok = erts_internal:ets_super_user(false),
    io:format("~w~n", [element(1, element(2, catch ets:lookup(Secret, a)))]),
    Owner ! stop,
    io:format("~w~n", [[lists:member(T, ets:all()), ets:delete(T), lists:member(T, ets:all())]]).
