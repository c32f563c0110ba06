%% shows ets functions written in Erlang: foldl, foldr, tab2list, from_dets, to_dets, file2tab, i
-module(ets_library).
-include("../support/edge.hrl").

main() ->
    ?T(ets:foldl(fun({K, V}, A) -> [{V, K} | A] end, [], t())),
    ?T(ets:foldr(fun({K, V}, A) -> [{V, K} | A] end, [], t())),
    ?T(ets:foldl(x, 0, t())),
    ?T(ets:tab2list(t())),
    ?T(ets:tab2list(no_table)),
    ?T(ets:match(t(), {'$1', '_'}, 2) =/= []),
    ?T(element(1, ets:match(t(), {'$1', '_'}, 2))),
    ?T(ets:init_table(t(), fun(close) -> ok; (read) -> end_of_input end)),
    ?T(ets:repair_continuation(x, [])),
    ?T(ets:safe_fixtable(t(), true)),
    ?T(ets:safe_fixtable(t(), x)),
    ?T(ets:safe_fixtable(no_table, true)),
    ?T(ets:all() =/= []),
    ?T(lists:keyfind(size, 1, ets:info(t()))),
    ?T(lists:keyfind(keypos, 1, ets:info(t()))),
    ?T(lists:keyfind(protection, 1, ets:info(t()))),
    ?T(ets:info(t(), owner) =:= self()),
    ?T(ets:info(t(), fixed)),
    ?T(ets:info(t(), safe_fixed)),
    ?T(ets:info(t(), compressed)),
    ?T(ets:info(t(), heir)),
    ?T(ets:info(t(), named_table)),
    ?T(ets:info(t(), stats)),
    ?T(ets:tab2file(t(), "/no/such/dir/x")),
    ?T(element(1, ets:file2tab("/no/such/file"))),
    ?T(round_trip()),
    ok.

t() -> X = ets:new(x, [ordered_set]), ets:insert(X, [{a, 1}, {b, 2}, {c, 3}]), X.
round_trip() ->
    File = "/tmp/sonde_ets_library_" ++ os:getpid(),
    ok = ets:tab2file(t(), File),
    {ok, Table} = ets:file2tab(File),
    file:delete(File),
    {ets:info(Table, type), ets:tab2list(Table)}.
