%% Natives over much data, which do their work in parts: their results and their errors.
%% skip: gc each collection copies megabytes
-module(natives_over_much_data).
-export([main/0]).

-define(N, 100000).

main() ->
    lists(),
    binaries(),
    text(),
    searches(),
    maps(),
    external(),
    tables(),
    errors().

%% Compares with what is computed in another way.
check(Name, Value, Value) -> io:format("~s ok~n", [Name]);
check(Name, _, _) -> io:format("~s differs~n", [Name]).

lists() ->
    L = lists:seq(1, ?N),
    check("reverse", lists:reverse(L, [tail]), lists:seq(?N, 1, -1) ++ [tail]),
    check("append", erlang:'++'(L, [tail]), lists:foldr(fun(X, Acc) -> [X | Acc] end, [tail], L)),
    check("subtract", erlang:'--'(L, lists:seq(1, ?N, 2)), lists:seq(2, ?N, 2)),
    check("subtract all", erlang:'--'(L, L), []),
    check("subtract some", erlang:'--'(L ++ L, [1, 2, 3]), lists:nthtail(3, L) ++ L),
    check("subtract none", erlang:'--'(L, [none]), L).

binaries() ->
    B = << <<X>> || X <- lists:seq(1, ?N) >>,
    L = [X band 255 || X <- lists:seq(1, ?N)],
    check("binary_to_list", binary_to_list(B), L),
    check("binary_to_list/3", binary_to_list(B, 2, ?N - 1), lists:sublist(L, 2, ?N - 2)),
    <<_:3, Shifted/bitstring>> = <<5:3, B/binary>>,
    check("unaligned", binary_to_list(Shifted), L),
    check("bitstring_to_list", bitstring_to_list(<<Shifted/bitstring, 3:2>>), L ++ [<<3:2>>]),
    check("list_to_binary", list_to_binary(L), B),
    Deep = lists:foldl(fun(X, Acc) -> [[Acc, X], <<"x">> | []] end, [], L),
    Flat = list_to_binary([binary:copy(<<>>, 1), flat(Deep, [])]),
    check("deep", iolist_to_binary(Deep), Flat),
    check("iolist_size", iolist_size([Deep, B | B]), 2 * ?N + 2 * ?N),
    check("with binaries", iolist_to_binary([B, 1, [B | B]]), <<B/binary, 1, B/binary, B/binary>>).

flat([[Acc, X], Y], Tail) -> flat(Acc, [X, Y | Tail]);
flat([], Tail) -> Tail.

text() ->
    Points = [X rem 16#D000 || X <- lists:seq(1, ?N)],
    Utf8 = << <<X/utf8>> || X <- Points >>,
    check("characters_to_list", unicode:characters_to_list(Utf8), Points),
    check("of a list", unicode:characters_to_list([[Points], Utf8 | Utf8]), Points ++ Points ++ Points),
    check("characters_to_binary", unicode:characters_to_binary([Points, Utf8]), <<Utf8/binary, Utf8/binary>>),
    check("latin1", unicode:characters_to_list(Utf8, latin1), binary_to_list(Utf8)),
    <<Start:1001/binary, Rest/binary>> = Utf8,
    check("split characters", unicode:characters_to_list([Start, Rest]), Points),
    {error, Done, Bad} = unicode:characters_to_list([Points, <<Utf8/binary, 255, 1>>, <<"more">>]),
    check("error", {Done, Bad}, {Points ++ Points, [<<255, 1>>, <<"more">>]}),
    {incomplete, Most, Left} = unicode:characters_to_binary([Utf8, <<16#E2, 16#82>>]),
    check("incomplete", {Most, Left}, {Utf8, <<16#E2, 16#82>>}).

searches() ->
    B = binary:copy(<<"abcdefghi,">>, ?N div 10),
    Places = lists:seq(9, ?N, 10),
    check("matches", binary:matches(B, <<",">>), [{P, 1} || P <- Places]),
    check("two patterns", binary:matches(B, [<<",ab">>, <<",">>]), [{P, 3} || P <- lists:droplast(Places)] ++ [{?N - 1, 1}]),
    check("match", binary:match(<<B/binary, "!">>, <<"!">>), {?N, 1}),
    check("no match", binary:match(B, <<"!">>), nomatch),
    check("split", binary:split(B, <<",">>, [global]), lists:duplicate(?N div 10, <<"abcdefghi">>) ++ [<<>>]),
    check("split trim", binary:split(B, <<",">>, [global, trim]), lists:duplicate(?N div 10, <<"abcdefghi">>)),
    check("split once", binary:split(<<B/binary, "!x">>, <<"!">>), [B, <<"x">>]),
    check("trim_all", binary:split(binary:copy(<<",">>, ?N), <<",">>, [global, trim_all]), []),
    check("scope", binary:matches(B, <<",">>, [{scope, {15, 10}}]), [{19, 1}]),
    check("reverse scope", binary:matches(B, <<",">>, [{scope, {25, -10}}]), [{19, 1}]).

maps() ->
    Pairs = [{X, X * X} || X <- lists:seq(1, ?N)],
    M = lists:foldl(fun({K, V}, Acc) -> Acc#{K => V} end, #{}, Pairs),
    check("from_list", maps:from_list(Pairs), M),
    check("order", maps:to_list(maps:from_list(Pairs)), maps:to_list(M)),
    check("last wins", maps:from_list([{K, old} || {K, _} <- Pairs] ++ Pairs), M),
    check("few keys", maps:from_list([{X rem 3, X} || X <- lists:seq(1, ?N)]), #{0 => 99999, 1 => ?N, 2 => 99998}),
    check("from_keys", maps:from_keys([K || {K, _} <- Pairs], v), maps:map(fun(_, _) -> v end, M)).

external() ->
    Terms = [[{X, float(X), <<X:24>>, [X | improper], "text", #{X => [X]}} || X <- lists:seq(1, ?N div 10)] | tail],
    B = term_to_binary(Terms),
    check("binary_to_term", binary_to_term(B), Terms),
    check("used", binary_to_term(<<B/binary, 1, 2>>, [used]), {Terms, byte_size(B)}),
    check("compressed", binary_to_term(term_to_binary(Terms, [compressed])), Terms),
    check("external_size", erlang:external_size(Terms), byte_size(B)),
    check("iovec", iolist_to_binary(erlang:term_to_iovec(Terms)), B),
    Long = lists:seq(1, 70000),
    check("bytes", {erlang:md5(term_to_binary(lists:duplicate(65535, 1))), erlang:md5(term_to_binary(lists:duplicate(65536, 1)))},
          {erlang:md5([<<131, 107, 255, 255>>, lists:duplicate(65535, 1)]),
           erlang:md5([<<131, 108, 0, 1, 0, 0>>, lists:duplicate(65536, [97, 1]), 106])}),
    check("fun", (binary_to_term(term_to_binary({Long, fun() -> Long end})) =:= 0), false).

tables() ->
    [table(Type) || Type <- [set, ordered_set, bag]].

table(Type) ->
    T = ets:new(t, [Type, public]),
    L = [{X, X rem 10} || X <- lists:seq(1, ?N)],
    ets:insert(T, L),
    All = lists:sort(ets:tab2list(T)),
    check(atom_to_list(Type), All, L),
    Tenth = ?N div 10,
    check("select_count", ets:select_count(T, [{{'_', 3}, [], [true]}]), Tenth),
    check("select", lists:sort(ets:select(T, [{{'$1', 3}, [], ['$1']}])), lists:seq(3, ?N, 10)),
    check("match", lists:sort(ets:match(T, {'$1', 3})), [[X] || X <- lists:seq(3, ?N, 10)]),
    check("in parts", lists:sort(parts(ets:select(T, [{{'$1', 3}, [], ['$1']}], 1000))), lists:seq(3, ?N, 10)),
    check("sparse", element(1, ets:select(T, [{{?N, '$1'}, [], ['$_']}], 10)), [{?N, 0}]),
    Type =/= ordered_set orelse
        check("reverse", ets:select_reverse(T, [{{'$1', '_'}, [], ['$1']}]), lists:seq(?N, 1, -1)),
    Type =:= bag orelse check("replace", ets:select_replace(T, [{{'$1', 4}, [], [{{'$1', x}}]}]), Tenth),
    Type =:= bag orelse check("replaced", ets:select_count(T, [{{'_', x}, [], [true]}]), Tenth),
    check("select_delete", ets:select_delete(T, [{{'_', 3}, [], [true]}]), Tenth),
    check("left", ets:info(T, size), ?N - Tenth),
    check("fixed", ets:info(T, safe_fixed_monotonic_time), false),
    %% What is inserted and deleted meanwhile may be seen or not; what stays is seen once.
    Me = self(),
    {Busy, Monitor} = spawn_monitor(fun() -> Me ! started, churn(T, 0) end),
    receive started -> ok end,
    [check("while it changes", lists:sort(ets:select(T, [{{'$1', 5}, [], ['$1']}])), lists:seq(5, ?N, 10))
     || _ <- lists:seq(1, 3)],
    exit(Busy, kill),
    receive {'DOWN', Monitor, process, Busy, killed} -> ets:delete(T) end.

churn(T, N) ->
    ets:insert(T, {{new, N}, new}),
    ets:delete(T, {new, N - 1000}),
    churn(T, N + 1).

parts('$end_of_table') -> [];
parts({L, C}) -> L ++ parts(ets:select(C)).

errors() ->
    L = lists:seq(1, ?N),
    [case catch F() of
         {'EXIT', {Reason, [{M, Name, A, _} | _]}} when is_list(A) -> io:format("~p ~p:~p/~p~n", [Reason, M, Name, length(A)]);
         {'EXIT', {Reason, [{M, Name, A, _} | _]}} -> io:format("~p ~p:~p/~p~n", [Reason, M, Name, A])
     end || F <- [fun() -> lists:reverse(L ++ x, []) end,
                  fun() -> erlang:'++'(L ++ x, []) end,
                  fun() -> list_to_binary(L) end,
                  fun() -> list_to_binary([1 || _ <- L] ++ [a]) end,
                  fun() -> iolist_size([1 || _ <- L] ++ [a]) end]].
