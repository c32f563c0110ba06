%% shows dets: a table in a file: insert, lookup, delete, traverse, reopen
-module(lib_dets).
-include("../support/edge.hrl").

main() ->
    ?T(in(fun(T) -> {dets:insert(T, [{a, 1}, {b, 2}]), dets:lookup(T, a)} end)),
    ?T(in(fun(T) -> dets:insert(T, {a, 1}), {dets:insert_new(T, {a, 2}), dets:insert_new(T, {c, 3})} end)),
    ?T(in(fun(T) -> dets:insert(T, [{a, 1}, {b, 2}]), {dets:delete(T, a), dets:info(T, size)} end)),
    ?T(in(fun(T) -> dets:insert(T, [{a, 1}]), dets:update_counter(T, a, 5) end)),
    ?T(in(fun(T) -> dets:insert(T, [{N, N} || N <- lists:seq(1, 200)]), lists:sum(dets:foldl(fun({_, V}, A) -> [V | A] end, [], T)) end)),
    ?T(in(fun(T) -> dets:insert(T, [{a, 1}, {b, 2}]), lists:sort(dets:match(T, {'$1', '_'})) end)),
    ?T(in(fun(T) -> dets:insert(T, [{a, 1}, {b, 2}]), dets:select(T, [{{'$1', 2}, [], ['$1']}]) end)),
    ?T(in(fun(T) -> dets:insert(T, a) end)),
    ?T(in(fun(T) -> dets:member(T, x) end)),
    ?T(dets:lookup(no_table, a)),
    ?T(dets:open_file(x, [{file, "/no/such/dir/x"}])),
    ok.

in(F) ->
    File = "/tmp/sonde_lib_dets_" ++ os:getpid(),
    {ok, T} = dets:open_file(t, [{file, File}]),
    R = F(T),
    ok = dets:close(T),
    {ok, T} = dets:open_file(t, [{file, File}]),
    Size = dets:info(T, size),
    dets:close(T),
    file:delete(File),
    {R, Size}.
