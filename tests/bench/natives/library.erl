%% Nanoseconds that uses of the libraries and small programs take: sorting, text, JSON, regular expressions, maps, tables, arithmetic,
%% messages, behaviours. Prints a line `Name 0 Nanoseconds` for each. Runs on real Erlang/OTP, too. Written to find what is slower
%% than there, when nothing had been tuned for any of them.
-module(library).
-behaviour(gen_server).
-export([main/1]).
-export([init/1, handle_call/3, handle_cast/2, callback_mode/0, off/3, on/3, handle_event/2, handle_call/2, start_child/0]).

%% As natives:main/1. Each row has a process of its own.
main([Milliseconds, Beginning]) ->
    Least = list_to_integer(Milliseconds) * 1000000,
    [begin
         {P, R} = spawn_monitor(fun() -> io:format("~s 0 ~.1f~n", [Name, natives:measure(Fun, Least)]) end),
         receive {'DOWN', R, _, P, normal} -> ok end
     end || {Name, Fun} <- of_libraries() ++ of_programs(), lists:prefix(Beginning, atom_to_list(Name))],
    ok.

-record(st, {a=0, b=[], c, d=#{}, e={}, f, g, h}).

words(N) -> [lists:nth(1 + (I * 7919 rem 10), ["alpha","beta","gamma","delta","eps","zeta","eta","theta","iota","kappa"]) ++ integer_to_list(I rem 97) || I <- lists:seq(1, N)].
text(N) -> lists:flatten(lists:join(" ", words(N))).
btext(N) -> list_to_binary(text(N)).
utext(N) -> unicode:characters_to_binary(lists:flatten(lists:duplicate(N, "Größe straße 日本語 naïve Ελλάδα "))).

of_libraries() ->
    W = words(2000), T = text(500), BT = btext(500), UT = utext(40), UL = unicode:characters_to_list(UT),
    KL = [{I * 7919 rem 10007, I} || I <- lists:seq(1, 3000)],
    Nested = [{person, I, #{name => "n" ++ integer_to_list(I), age => I * 1.5, tags => [a, b, <<"c">>]}} || I <- lists:seq(1, 40)],
    M100 = maps:from_list([{I, I} || I <- lists:seq(1, 100)]), M20 = maps:from_list([{list_to_atom("k" ++ integer_to_list(I)), I} || I <- lists:seq(1, 20)]),
    Json = #{<<"a">> => [1, 2, 3.5, null, true, <<"text with \"quotes\" and \n">>], <<"b">> => #{<<"c">> => lists:seq(1, 30)}},
    JB = iolist_to_binary(json:encode(lists:duplicate(20, Json))),
    Csv = iolist_to_binary([[integer_to_binary(I), ",", "name ", integer_to_list(I), ",", float_to_binary(I / 3, [{decimals, 3}]), "\n"] || I <- lists:seq(1, 300)]),
    Ets = ets:new(t, [public]), ets:insert(Ets, [{I, I, I * 2} || I <- lists:seq(1, 1000)]),
    Eo = ets:new(t, [public, ordered_set]), ets:insert(Eo, [{{I rem 10, I}, I} || I <- lists:seq(1, 1000)]),
    Arr = array:from_list(lists:seq(1, 1000)), Gb = gb_trees:from_orddict([{I, I} || I <- lists:seq(1, 1000)]),
    Big = 1 bsl 2000 + 12345, Tup = list_to_tuple(lists:seq(1, 300)),
    S1 = sets:from_list(lists:seq(1, 500), [{version, 2}]), S2 = sets:from_list(lists:seq(250, 750), [{version, 2}]),
    O1 = ordsets:from_list([X * 3 || X <- lists:seq(1, 500)]), O2 = ordsets:from_list([X * 5 || X <- lists:seq(1, 500)]),
    RE = element(2, re:compile("([a-z]+)([0-9]+)")),
    {ok, Toks, _} = erl_scan:string("f(X, Y) when X > 1 -> case g(X) of {ok, Z} -> [Z | Y]; _ -> #{a => X + 1, b => \"str\"} end."),
    {ok, Form} = erl_parse:parse_form(Toks),
    Cnt = counters:new(10, []),
    [{usort, fun() -> lists:usort(W) end},
     {keysort, fun() -> lists:keysort(1, KL) end},
     {ukeysort_merge, fun() -> lists:ukeymerge(1, lists:ukeysort(1, KL), [{I, b} || I <- lists:seq(1, 100)]) end},
     {sort_fun, fun() -> lists:sort(fun(A, B) -> A >= B end, KL) end},
     {flatten, fun() -> lists:flatten([[A, [B | "x"]] || A <- W, B <- "ab"]) end},
     {foldr_append, fun() -> lists:foldr(fun(A, Acc) -> A ++ Acc end, [], W) end},
     {zip_unzip, fun() -> {A, B} = lists:unzip(KL), lists:zip(B, A) end},
     {partition, fun() -> lists:partition(fun({A, _}) -> A band 1 =:= 0 end, KL) end},
     {split_join, fun() -> lists:join(", ", string:split(T, " ", all)) end},
     {lexemes, fun() -> string:lexemes(T, " 1") end},
     {tokens, fun() -> string:tokens(T, " ") end},
     {uppercase, fun() -> string:uppercase(T) end},
     {uppercase_utf8, fun() -> string:uppercase(UT) end},
     {casefold_list, fun() -> string:casefold(UL) end},
     {length_graphemes, fun() -> string:length(UT) end},
     {nfd, fun() -> unicode:characters_to_nfd_binary(UT) end},
     {trim_pad, fun() -> [string:trim(string:pad(X, 12)) || X <- lists:sublist(W, 100)] end},
     {find_replace, fun() -> string:replace(BT, "alpha", "OMEGA", all) end},
     {chars_to_bin, fun() -> unicode:characters_to_binary(UL) end},
     {chars_to_list, fun() -> unicode:characters_to_list(UT) end},
     {bin_split, fun() -> binary:split(BT, <<" ">>, [global]) end},
     {bin_replace, fun() -> binary:replace(BT, <<"alpha">>, <<"OMEGA">>, [global]) end},
     {bin_matches, fun() -> binary:matches(BT, [<<"alpha">>, <<"beta">>, <<"zeta">>]) end},
     {bin_comp, fun() -> << <<(X bxor 16#55)>> || <<X>> <= BT >> end},
     {list_of_bin_comp, fun() -> [X || <<X:16>> <= BT, X band 1 =:= 0] end},
     {bin_nibbles, fun() -> << <<(H):8, (L):8>> || <<H:4, L:4>> <= BT >> end},
     {bin_append, fun() -> lists:foldl(fun(X, A) -> <<A/binary, X:32>> end, <<>>, lists:seq(1, 1000)) end},
     {bin_parse_lines, fun() -> lines(Csv, []) end},
     {csv, fun() -> [binary:split(L, <<",">>, [global]) || L <- binary:split(Csv, <<"\n">>, [global, trim])] end},
     {re_run_all, fun() -> re:run(BT, RE, [global, {capture, all, binary}]) end},
     {re_replace, fun() -> re:replace(BT, RE, "\\2\\1", [global, {return, binary}]) end},
     {re_split, fun() -> re:split(BT, " +", [{return, list}]) end},
     {json_encode, fun() -> iolist_to_binary(json:encode(Json)) end},
     {json_decode, fun() -> json:decode(JB) end},
     {format_w, fun() -> io_lib:format("~w", [Nested]) end},
     {format_p, fun() -> io_lib:format("~p", [Nested]) end},
     {format_mixed, fun() -> [io_lib:format("~s ~b ~.3f ~5w ~-10s|~n", ["abc", I, I / 7, I, "x"]) || I <- lists:seq(1, 50)] end},
     {fread, fun() -> [io_lib:fread("~d ~s ~f", "12 abc 3.5") || _ <- lists:seq(1, 20)] end},
     {pp_form, fun() -> erl_pp:form(Form) end},
     {scan_string, fun() -> erl_scan:string(lists:flatten(lists:duplicate(10, "f(X, Y) -> {X, \"abc\", 'q a', 16#ff, 1.5e3}. "))) end},
     {map_update_with, fun() -> lists:foldl(fun(X, M) -> maps:update_with(X, fun(V) -> V + 1 end, 1, M) end, #{}, W) end},
     {map_fold, fun() -> maps:fold(fun(K, V, A) -> K + V + A end, 0, M100) end},
     {map_map, fun() -> maps:map(fun(_, V) -> V + 1 end, M100) end},
     {map_filter, fun() -> maps:filter(fun(_, V) -> V band 1 =:= 0 end, M100) end},
     {map_merge_with, fun() -> maps:merge_with(fun(_, A, B) -> A + B end, M100, M100) end},
     {map_groups, fun() -> maps:groups_from_list(fun({A, _}) -> A rem 50 end, KL) end},
     {map_comp, fun() -> #{K => V * 2 || K := V <- M100} end},
     {map_small_update, fun() -> lists:foldl(fun(I, M) -> M#{k3 := I, k7 := I + 1} end, M20, lists:seq(1, 200)) end},
     {map_new_key, fun() -> lists:foldl(fun(I, M) -> M#{I => I} end, #{}, lists:seq(1, 25)) end},
     {map_keys_values, fun() -> {maps:keys(M100), maps:values(M100), maps:to_list(M20)} end},
     {map_iterate, fun() -> iter(maps:next(maps:iterator(M100)), 0) end},
     {map_take_put, fun() -> lists:foldl(fun(I, M) -> {V, M1} = maps:take(I, M), maps:put(I + 1000, V, M1) end, M100, lists:seq(1, 100)) end},
     {sets_ops, fun() -> sets:size(sets:union(sets:intersection(S1, S2), sets:subtract(S1, S2))) end},
     {ordsets_ops, fun() -> ordsets:union(ordsets:intersection(O1, O2), ordsets:subtract(O1, O2)) end},
     {array_set, fun() -> lists:foldl(fun(I, A) -> array:set(I, x, A) end, Arr, lists:seq(0, 200)) end},
     {gb_insert, fun() -> lists:foldl(fun(I, G) -> gb_trees:enter(I, x, G) end, Gb, lists:seq(1, 200)) end},
     {gb_iter, fun() -> gb_trees:to_list(gb_trees:map(fun(_, V) -> V + 1 end, Gb)) end},
     {queue_ops, fun() -> q(queue:new(), 500) end},
     {dict_ops, fun() -> lists:foldl(fun(X, D) -> dict:update_counter(X, 1, D) end, dict:new(), lists:sublist(W, 500)) end},
     {proplist, fun() -> [proplists:get_value(K, [{a, 1}, b, {c, 3}, {d, 4}]) || K <- [a, b, c, d, e]] end},
     {ets_counter, fun() -> [ets:update_counter(Ets, I, {2, 1}) || I <- lists:seq(1, 200)] end},
     {ets_lookup_element, fun() -> [ets:lookup_element(Ets, I, 2) || I <- lists:seq(1, 200)] end},
     {ets_insert_del, fun() -> [begin ets:insert(Ets, {I, a, b}), ets:delete(Ets, I) end || I <- lists:seq(2001, 2200)] end},
     {ets_walk, fun() -> walk(Ets, ets:first(Ets), 0) end},
     {ets_ordered_walk, fun() -> walk(Eo, ets:first(Eo), 0) end},
     {ets_ordered_prefix, fun() -> ets:select(Eo, [{{{3, '$1'}, '_'}, [], ['$1']}]) end},
     {ets_match_object, fun() -> ets:match_object(Ets, {'_', 5, '_'}) end},
     {ets_tab2list, fun() -> ets:tab2list(Ets) end},
     {ets_foldl, fun() -> ets:foldl(fun({_, B, _}, A) -> A + B end, 0, Ets) end},
     {ets_new_del, fun() -> [ets:delete(ets:new(x, [])) || _ <- lists:seq(1, 50)] end},
     {big_mul, fun() -> Big * Big * 3 end},
     {big_div, fun() -> (Big * Big) div (Big - 1) end},
     {big_add_chain, fun() -> fibb(500, 0, 1) end},
     {factorial, fun() -> fact(300, 1) end},
     {big_to_list, fun() -> integer_to_list(Big) end},
     {powmod, fun() -> powmod(3, Big, 1 bsl 521 - 1, 1) end},
     {int_text, fun() -> [list_to_integer(integer_to_list(I * 7919)) || I <- lists:seq(1, 200)] end},
     {float_text, fun() -> [list_to_float(float_to_list(I / 7)) || I <- lists:seq(1, 100)] end},
     {float_short, fun() -> [float_to_binary(I / 7, [short]) || I <- lists:seq(1, 100)] end},
     {floats_math, fun() -> lists:foldl(fun(I, A) -> math:sqrt(A + I) * math:pow(1.01, I rem 10) + math:log(I) end, 1.0, lists:seq(1, 300)) end},
     {t2b, fun() -> term_to_binary(Nested) end},
     {b2t, fun() -> binary_to_term(term_to_binary(Nested)) end},
     {t2b_compressed, fun() -> term_to_binary(Nested, [compressed]) end},
     {md5, fun() -> erlang:md5(BT) end},
     {crc, fun() -> {erlang:crc32(BT), erlang:adler32(BT)} end},
     {phash, fun() -> [erlang:phash2(X) || X <- Nested] end},
     {b64, fun() -> base64:decode(base64:encode(BT)) end},
     {hex, fun() -> binary:decode_hex(binary:encode_hex(BT)) end},
     {zip, fun() -> zlib:uncompress(zlib:compress(BT)) end},
     {setelement, fun() -> lists:foldl(fun(I, Tu) -> setelement(I, Tu, x) end, Tup, lists:seq(1, 100)) end},
     {tuple_list, fun() -> list_to_tuple(tuple_to_list(Tup)) end},
     {compare_terms, fun() -> lists:sort(Nested ++ lists:reverse(Nested)) end},
     {try_catch, fun() -> [try throw({x, I}) catch throw:{x, Y} -> Y end || I <- lists:seq(1, 200)] end},
     {error_stack, fun() -> [try error(badarg) catch error:E:S -> {E, length(S)} end || _ <- lists:seq(1, 100)] end},
     {badmatch, fun() -> [try {b, I} = id({a, I}) catch error:{badmatch, _} -> no end || I <- lists:seq(1, 100)] end},
     {catch_exit, fun() -> [catch exit(I) || I <- lists:seq(1, 100)] end},
     {apply_mfa, fun() -> [apply(erlang, abs, [I]) || I <- lists:seq(1, 200)] end},
     {closures, fun() -> lists:foldl(fun(F, A) -> F(A) end, 0, [fun(X) -> X + I end || I <- lists:seq(1, 300)]) end},
     {spawn_exit, fun() -> [begin {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, P, _} -> ok end end || _ <- lists:seq(1, 20)] end},
     {ping, fun() -> P = spawn(fun echo/0), [begin P ! {self(), I}, receive {P, I} -> ok end end || I <- lists:seq(1, 50)], P ! stop end},
     {send_big, fun() -> P = spawn(fun echo/0), P ! {self(), Nested}, receive {P, _} -> ok end, P ! stop end},
     {send_bin, fun() -> P = spawn(fun echo/0), [begin P ! {self(), BT}, receive {P, _} -> ok end end || _ <- lists:seq(1, 20)], P ! stop end},
     {sel_recv, fun() -> [self() ! {m, I} || I <- lists:seq(1, 200)], [receive {m, I} -> ok end || I <- lists:seq(200, 1, -1)] end},
     {timer_start_cancel, fun() -> [erlang:cancel_timer(erlang:start_timer(10000, self(), x)) || _ <- lists:seq(1, 50)] end},
     {pdict, fun() -> [begin put(I, I), id(get(I)) end || I <- lists:seq(1, 200)], [erase(I) || I <- lists:seq(1, 200)] end},
     {counters, fun() -> [counters:add(Cnt, 1 + I rem 10, I) || I <- lists:seq(1, 200)] end},
     {persistent, fun() -> persistent_term:put(library_x, Nested), [persistent_term:get(library_x) || _ <- lists:seq(1, 100)] end},
     {make_refs, fun() -> [make_ref() || _ <- lists:seq(1, 100)] end},
     {time_now, fun() -> [{erlang:monotonic_time(), erlang:system_time(), os:timestamp()} || _ <- lists:seq(1, 30)] end},
     {calendar, fun() -> [calendar:gregorian_seconds_to_datetime(63000000000 + I * 86399) || I <- lists:seq(1, 30)] end},
     {rfc3339, fun() -> [calendar:rfc3339_to_system_time(calendar:system_time_to_rfc3339(1700000000 + I)) || I <- lists:seq(1, 5)] end},
     {rand, fun() -> rnd(rand:seed_s(exsss, 42), 200) end},
     {shuffle, fun() -> [X || {_, X} <- lists:sort([{rand:uniform(), N} || N <- lists:seq(1, 200)])] end},
     {uri, fun() -> uri_string:parse("https://user@example.com:8080/a/b/c?x=1&y=2#frag") end},
     {uri_quote, fun() -> uri_string:quote("a b&c/d=ü") end},
     {filename, fun() -> filename:join([filename:dirname("/a/b/c/d.erl"), filename:basename("x/y.beam", ".beam")]) end},
     {sofs, fun() -> sofs:to_external(sofs:relation_to_family(sofs:relation([{I rem 10, I} || I <- lists:seq(1, 100)]))) end},
     {digraph, fun() -> G = digraph:new(), [digraph:add_vertex(G, I) || I <- lists:seq(1, 40)], [digraph:add_edge(G, I, 1 + I * 7 rem 40) || I <- lists:seq(1, 40)], digraph_utils:strong_components(G), digraph:delete(G) end},
     {eval_string, fun() -> {ok, E, _} = erl_scan:string("lists:sum([X * X || X <- lists:seq(1, 30)])."), {ok, Es} = erl_parse:parse_exprs(E), erl_eval:exprs(Es, []) end},
     {nested_lc, fun() -> length([{A, B, C} || A <- lists:seq(1, 30), B <- lists:seq(A, 30), C <- [A * A + B * B], C band 7 =:= 0]) end},
     {string_concat, fun() -> lists:foldl(fun(X, A) -> A ++ X end, "", lists:sublist(W, 60)) end},
     {gen_call, fun() -> {ok, P} = gen_server:start(?MODULE, server, []), [gen_server:call(P, I) || I <- lists:seq(1, 30)], gen_server:stop(P) end},
     {iolist_size, fun() -> iolist_size([[X, $,, BT] || X <- W]) end},
     {iolist_to_bin, fun() -> iolist_to_binary([[X, $,] || X <- W]) end},
     {atom_text, fun() -> [list_to_existing_atom(atom_to_list(A)) || A <- [alpha, beta, gamma, delta, lists, maps]] end},
     {bin_to_atom, fun() -> [binary_to_atom(<<"abc", I>>) || I <- "abcdefgh"] end},
     {copy_bins, fun() -> [binary:copy(binary:part(BT, I, 20)) || I <- lists:seq(1, 100)] end},
     {lists_misc, fun() -> {lists:max(O1), lists:sum(O1), lists:nth(100, O1), lists:last(O1), lists:member(1500, O1), lists:sublist(O1, 50, 100), lists:delete(300, O1)} end},
     {lists_fun, fun() -> {lists:all(fun(X) -> X > 0 end, O1), lists:dropwhile(fun(X) -> X < 600 end, O1), lists:mapfoldl(fun(X, A) -> {X + A, A + 1} end, 0, O1), lists:filtermap(fun(X) -> X band 1 =:= 0 andalso {true, X} end, O1)} end},
     {lists_key, fun() -> {lists:keyfind(x, 1, KL), lists:keydelete(9999, 1, KL), lists:keyreplace(777, 1, KL, {a, b}), lists:keymember(zzz, 2, KL)} end},
     {subtract, fun() -> O1 -- O2 end},
     {prefix_suffix, fun() -> [{lists:prefix("al", X), lists:suffix("7", X), string:prefix(X, "be")} || X <- lists:sublist(W, 200)] end}
    ].

of_programs() ->
    Ets = ets:new(t2, [public, set]), [ets:insert(Ets, {I, {v, I}, <<"abc">>}) || I <- lists:seq(1, 500)],
    Dets = lists:seq(1, 200), Srv = spawn(fun() -> server(#{}) end),
    Tree = tree(9), Mat = [[X * Y rem 17 || X <- lists:seq(1, 12)] || Y <- lists:seq(1, 12)],
    Graph = maps:from_list([{I, [(I * 7 + J) rem 200 || J <- [1, 2, 3]]} || I <- lists:seq(0, 199)]),
    Str = lists:flatten([io_lib:format("key~p=value~p&", [I, I * I]) || I <- lists:seq(1, 60)]),
    Bin = list_to_binary(Str), Log = iolist_to_binary([io_lib:format("2026-11-~2..0w 12:00:~2..0w [info] user=~w took ~.2fms~n", [1 + I rem 28, I rem 60, I, I * 1.1]) || I <- lists:seq(1, 100)]),
    Props = [{list_to_atom("p" ++ integer_to_list(I)), I} || I <- lists:seq(1, 20)],
    Floats = [I * 1.37 || I <- lists:seq(1, 500)], Ints = [I * 7919 rem 1009 || I <- lists:seq(1, 500)],
    {ok, Sup} = supervisor:start_link(?MODULE, supervisor), unlink(Sup),
    {ok, Fsm} = gen_statem:start(?MODULE, statem, []), {ok, Ev} = gen_event:start(), gen_event:add_handler(Ev, ?MODULE, event),
    Pkt = << <<(I rem 5):4, 0:4, (I * 3 rem 30):16, (binary:copy(<<I>>, I * 3 rem 30))/binary>> || I <- lists:seq(1, 100)>>,
    Qu = queue:from_list(lists:seq(1, 100)), At = atomics:new(10, []), 
    [{record_update, fun() -> lists:foldl(fun(I, S) -> S#st{a = I, f = S#st.a} end, #st{}, Ints) end},
     {record_match, fun() -> [case #st{a = I} of #st{a = A, b = []} when A > 500 -> big; #st{a = A} -> A end || I <- Ints] end},
     {tree_walk, fun() -> sum(Tree) end},
     {tree_build, fun() -> tree(7) end},
     {matrix, fun() -> [[lists:sum(lists:zipwith(fun(A, B) -> A * B end, R, C)) || C <- Mat] || R <- Mat] end},
     {bfs, fun() -> bfs([0], #{0 => true}, Graph, 0) end},
     {primes, fun() -> primes(lists:seq(2, 400)) end},
     {perms, fun() -> length(perms([1, 2, 3, 4, 5, 6])) end},
     {hanoi, fun() -> hanoi(8, a, b, c) end},
     {ackermann, fun() -> ack(2, 9) end},
     {gcd, fun() -> [gcd(A, 5040) || A <- Ints] end},
     {collatz, fun() -> [coll(A + 1, 0) || A <- lists:sublist(Ints, 30)] end},
     {mean_dev, fun() -> M = lists:sum(Floats) / 500, math:sqrt(lists:sum([(X - M) * (X - M) || X <- Floats]) / 500) end},
     {float_compare, fun() -> lists:sort(fun(A, B) -> A > B end, Floats) end},
     {int_float_mix, fun() -> lists:foldl(fun(X, A) -> A * 0.5 + X end, 0, Ints) end},
     {round_trunc, fun() -> [round(X) + trunc(X) + floor(X) + ceil(X) || X <- Floats] end},
     {query_string, fun() -> [list_to_tuple(string:split(X, "=")) || X <- string:split(Str, "&", all), X =/= []] end},
     {query_binary, fun() -> [list_to_tuple(binary:split(X, <<"=">>)) || X <- binary:split(Bin, <<"&">>, [global]), X =/= <<>>] end},
     {log_lines, fun() -> [log_line(L) || L <- binary:split(Log, <<"\n">>, [global, trim])] end},
     {log_regex, fun() -> re:run(Log, "user=([0-9]+) took ([0-9.]+)", [global, {capture, all_but_first, list}]) end},
     {packets, fun() -> packets(Pkt, []) end},
     {bits_count, fun() -> bits(Bin, 0) end},
     {xor_stream, fun() -> xor_s(Bin, 7, <<>>) end},
     {rle, fun() -> rle("aaabbbccccddddddeeeeeffffggggg" ++ Str) end},
     {word_freq, fun() -> lists:foldl(fun(C, M) -> M#{C => maps:get(C, M, 0) + 1} end, #{}, Str) end},
     {caesar, fun() -> [if C >= $a, C =< $z -> (C - $a + 13) rem 26 + $a; true -> C end || C <- Str] end},
     {palin, fun() -> [X || X <- lists:seq(1, 500), integer_to_list(X) =:= lists:reverse(integer_to_list(X))] end},
     {to_hex, fun() -> [integer_to_list(X * 65537, 16) || X <- Ints] end},
     {props, fun() -> [proplists:get_value(p15, Props), proplists:is_defined(p20, Props), proplists:delete(p3, Props), proplists:get_all_values(p1, Props)] end},
     {keystore, fun() -> lists:foldl(fun(I, L) -> lists:keystore(I rem 30, 1, L, {I rem 30, I}) end, [], Ints) end},
     {orddict_ops, fun() -> lists:foldl(fun(I, D) -> orddict:update_counter(I rem 40, 1, D) end, orddict:new(), Ints) end},
     {gb_set_ops, fun() -> gb_sets:to_list(lists:foldl(fun gb_sets:add_element/2, gb_sets:new(), Ints)) end},
     {nested_maps, fun() -> lists:foldl(fun(I, M) -> In = maps:get(I rem 10, M, #{}), M#{I rem 10 => In#{I => x}} end, #{}, Ints) end},
     {map_match, fun() -> [case #{t => I, k => a} of #{t := T, k := a} when T > 3 -> T; _ -> 0 end || I <- Ints] end},
     {sets_member, fun() -> S = sets:from_list(Ints, [{version, 2}]), length([I || I <- lists:seq(1, 500), sets:is_element(I, S)]) end},
     {ets_cache, fun() -> [case ets:lookup(Ets, I) of [{_, V, _}] -> V; [] -> ets:insert(Ets, {I, I, I}), I end || I <- Dets] end},
     {ets_update_elem, fun() -> [ets:update_element(Ets, I, {2, x}) || I <- Dets] end},
     {ets_member, fun() -> [ets:member(Ets, I * 3) || I <- Dets] end},
     {ets_take, fun() -> [begin ets:insert(Ets, {I + 1000, x, y}), ets:take(Ets, I + 1000) end || I <- Dets] end},
     {ets_fun2ms, fun() -> ets:select(Ets, [{{'$1', '_', '_'}, [{'<', '$1', 20}], ['$1']}]) end},
     {call_server, fun() -> [begin R = make_ref(), Srv ! {put, self(), R, I, I}, receive {R, ok} -> ok end end || I <- lists:seq(1, 30)] end},
     {call_monitor, fun() -> [begin R = monitor(process, Srv), Srv ! {get, self(), R, I}, receive {R, _} -> demonitor(R, [flush]) end end || I <- lists:seq(1, 30)] end},
     {call_alias, fun() -> [begin R = monitor(process, Srv, [{alias, reply_demonitor}]), Srv ! {get, R, R, I}, receive {R, _} -> ok end end || I <- lists:seq(1, 30)] end},
     {statem, fun() -> [gen_statem:call(Fsm, {push, I}) || I <- lists:seq(1, 20)] end},
     {event, fun() -> [gen_event:sync_notify(Ev, {e, I}) || I <- lists:seq(1, 20)] end},
     {sup_child, fun() -> {ok, P} = supervisor:start_child(Sup, []), supervisor:terminate_child(Sup, P) end},
     {pmap, fun() -> Ps = [spawn(fun() -> exit_with(I) end) || I <- lists:seq(1, 10)], [begin R = monitor(process, P), receive {'DOWN', R, _, _, X} -> X end end || P <- Ps] end},
     {pmap_link, fun() -> S = self(), Ps = [spawn_link(fun() -> S ! {self(), fib(8)} end) || _ <- lists:seq(1, 20)], [receive {P, X} -> X end || P <- Ps] end},
     {ring, fun() -> ring(20, 10) end},
     {fan_out, fun() -> S = self(), [spawn(fun() -> S ! {r, I} end) || I <- lists:seq(1, 50)], [receive {r, I} -> I end || I <- lists:seq(1, 50)] end},
     {mailbox_scan, fun() -> [self() ! {x, I} || I <- lists:seq(1, 300)], self() ! y, receive y -> ok end, flush() end},
     {recv_after, fun() -> [receive nothing -> ok after 0 -> ok end || _ <- lists:seq(1, 100)] end},
     {links, fun() -> P = spawn(fun() -> receive stop -> ok end end), [begin link(P), unlink(P) end || _ <- lists:seq(1, 50)], P ! stop end},
     {register, fun() -> [begin register(library_x, self()), library_x ! a, receive a -> unregister(library_x) end end || _ <- lists:seq(1, 20)] end},
     {proc_info, fun() -> [process_info(self(), [message_queue_len, memory, links]) || _ <- lists:seq(1, 30)] end},
     {big_map_msg, fun() -> S = self(), P = spawn(fun() -> receive M -> S ! maps:size(M) end end), P ! Graph, receive N -> N end end},
     {closure_msg, fun() -> S = self(), P = spawn(fun() -> receive F -> S ! F() end end), L = Ints, P ! fun() -> length(L) end, receive N -> N end end},
     {queue_fifo, fun() -> lists:foldl(fun(I, Q) -> {_, Q1} = queue:out(queue:in(I, Q)), Q1 end, Qu, Ints) end},
     {atomics_ops, fun() -> [atomics:add_get(At, 1 + I rem 10, I) || I <- Dets] end},
     {exc_deep, fun() -> [catch deep(30) || _ <- lists:seq(1, 20)] end},
     {try_after, fun() -> [try I + 1 after ok end || I <- Dets] end},
     {fun_calls, fun() -> F = fun(X) -> X + 1 end, lists:foldl(fun(_, A) -> F(A) end, 0, Ints) end},
     {mfa_fun, fun() -> lists:map(fun erlang:integer_to_list/1, Dets) end},
     {y_comb, fun() -> F = fun(S, N) -> if N =< 0 -> 0; true -> N + S(S, N - 1) end end, F(F, 200) end},
     {list_build_rev, fun() -> build(500, []) end},
     {str_fmt_pad, fun() -> [string:pad(integer_to_list(I), 8, leading, $0) || I <- lists:sublist(Ints, 50)] end},
     {iolist_fmt, fun() -> iolist_to_binary(io_lib:format("~p ~p ~s~n", [Props, {a, "b", <<"c">>}, "text"])) end},
     {term_str, fun() -> {ok, T, _} = erl_scan:string("{a,[1,2,3],\"x\",#{k=>v}}."), erl_parse:parse_term(T) end},
     {date_fmt, fun() -> [begin {{Y, M, D}, {H, Mi, S}} = calendar:gregorian_seconds_to_datetime(63800000000 + I), io_lib:format("~4..0w-~2..0w-~2..0w ~2..0w:~2..0w:~2..0w", [Y, M, D, H, Mi, S]) end || I <- lists:seq(1, 10)] end}
    ].

lines(<<>>, A) -> lists:reverse(A);
lines(B, A) -> {L, R} = line(B, 0), lines(R, [L | A]).
line(B, N) -> case B of <<L:N/binary, $\n, R/binary>> -> {L, R}; _ when N < byte_size(B) -> line(B, N + 1); _ -> {B, <<>>} end.
iter(none, A) -> A;
iter({_, V, I}, A) -> iter(maps:next(I), A + V).
q(Q, 0) -> queue:len(Q);
q(Q, N) -> Q1 = queue:in(N, Q), case N rem 3 of 0 -> {_, Q2} = queue:out(Q1), q(Q2, N - 1); _ -> q(Q1, N - 1) end.
walk(_, '$end_of_table', A) -> A;
walk(T, K, A) -> walk(T, ets:next(T, K), A + 1).
fibb(0, A, _) -> A;
fibb(N, A, B) -> fibb(N - 1, B, A + B).
fact(0, A) -> A;
fact(N, A) -> fact(N - 1, A * N).
powmod(_, 0, _, A) -> A;
powmod(B, E, M, A) when E band 1 =:= 1 -> powmod(B * B rem M, E bsr 1, M, A * B rem M);
powmod(B, E, M, A) -> powmod(B * B rem M, E bsr 1, M, A).
echo() -> receive {P, X} -> P ! {self(), X}, echo(); stop -> ok end.
rnd(_, 0) -> ok;
rnd(S, N) -> {_, S1} = rand:uniform_s(1000, S), rnd(S1, N - 1).
id(X) -> X.

exit_with(I) -> exit({done, fib(5) + I}).
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
tree(0) -> leaf;
tree(N) -> {node, N, tree(N - 1), tree(N - 1)}.
sum(leaf) -> 0;
sum({node, N, L, R}) -> N + sum(L) + sum(R).
bfs([], _, _, N) -> N;
bfs([H | T], Seen, G, N) ->
    New = [X || X <- maps:get(H, G), not is_map_key(X, Seen)],
    bfs(T ++ New, lists:foldl(fun(X, S) -> S#{X => true} end, Seen, New), G, N + 1).
primes([]) -> [];
primes([P | R]) -> [P | primes([X || X <- R, X rem P =/= 0])].
perms([]) -> [[]];
perms(L) -> [[H | T] || H <- L, T <- perms(L -- [H])].
hanoi(0, _, _, _) -> 0;
hanoi(N, A, B, C) -> hanoi(N - 1, A, C, B) + 1 + hanoi(N - 1, C, B, A).
ack(0, N) -> N + 1;
ack(M, 0) -> ack(M - 1, 1);
ack(M, N) -> ack(M - 1, ack(M, N - 1)).
gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).
coll(1, N) -> N;
coll(X, N) when X band 1 =:= 0 -> coll(X bsr 1, N + 1);
coll(X, N) -> coll(3 * X + 1, N + 1).
log_line(<<Date:10/binary, " ", Time:8/binary, " [", R/binary>>) ->
    [Level, Rest] = binary:split(R, <<"] ">>), {Date, Time, Level, byte_size(Rest)}.
packets(<<T:4, _:4, L:16, D:L/binary, R/binary>>, A) -> packets(R, [{T, D} | A]);
packets(<<>>, A) -> lists:reverse(A).
bits(<<1:1, R/bits>>, N) -> bits(R, N + 1);
bits(<<0:1, R/bits>>, N) -> bits(R, N);
bits(<<>>, N) -> N.
xor_s(<<X, R/binary>>, K, A) -> xor_s(R, (K * 5 + 3) band 255, <<A/binary, (X bxor K)>>);
xor_s(<<>>, _, A) -> A.
rle([]) -> [];
rle([H | T]) -> rle(T, H, 1).
rle([H | T], H, N) -> rle(T, H, N + 1);
rle(T, H, N) -> [{H, N} | rle(T)].
server(M) -> receive {put, P, R, K, V} -> P ! {R, ok}, server(M#{K => V}); {get, P, R, K} -> P ! {R, maps:get(K, M, none)}, server(M) end.
ring(N, Laps) ->
    S = self(), First = lists:foldl(fun(_, Next) -> spawn(fun() -> relay(Next) end) end, S, lists:seq(1, N)),
    [begin First ! go, receive go -> ok end end || _ <- lists:seq(1, Laps)], First ! stop, receive stop -> ok end.
relay(Next) -> receive go -> Next ! go, relay(Next); stop -> Next ! stop end.
flush() -> receive _ -> flush() after 0 -> ok end.
deep(0) -> error(bottom);
deep(N) -> 1 + deep(N - 1).
build(0, A) -> A;
build(N, A) -> build(N - 1, [N | A]).

%% Of all behaviours.
init(supervisor) ->
    {ok, {#{strategy => simple_one_for_one}, [#{id => x, start => {?MODULE, start_child, []}, restart => temporary}]}};
init(statem) -> {ok, off, 0};
init(_) -> {ok, 0}.
start_child() -> {ok, spawn_link(fun() -> receive stop -> ok end end)}.
handle_call(I, _, S) -> {reply, I + S, S + 1}.
handle_cast(_, S) -> {noreply, S}.
callback_mode() -> state_functions.
off({call, F}, {push, I}, D) -> {next_state, on, D + I, [{reply, F, on}]}.
on({call, F}, {push, I}, D) -> {next_state, off, D - I, [{reply, F, off}]}.
handle_event({e, I}, S) -> {ok, S + I}.
handle_call(_, S) -> {ok, S, S}.
