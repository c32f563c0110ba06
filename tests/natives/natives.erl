%% Calls natives with arguments that no program would give them, with limits of time and memory: random terms, very deep ones, huge
%% ones, improper ones, and damaged arguments of calls that are right. A sequence is some calls by one process, whose results are
%% arguments of the later ones. Its number and the seed decide all of it.
%% Writes `N ...` before and `N ended`, `N killed` or `N hung` after each sequence into a file, so that the last line names the one
%% with which the machine has ended.
-module(natives).
-export([main/1]).

-define(CALLS, 40).
-define(KILL_MS, 20000).
-define(HEAP_WORDS, 12000000).
-define(DEPTH, 100000).
-define(DEEP, {natives, deep}).

main([TableFile, LogFile, Seed, First, Count, Ms | Words]) ->
    {ok, [#{natives := Natives, atoms := Atoms}]} = file:consult(TableFile),
    {ok, Log} = file:open(LogFile, [raw, append]),
    % Without names of processes and modules that the machine itself needs.
    Known = list_to_tuple(Atoms -- (registered() ++ [M || {M, _} <- code:all_loaded()])),
    Limits = #{ms => list_to_integer(Ms), seed => list_to_integer(Seed), file => LogFile, verbose => Words =/= []},
    Numbers = lists:seq(list_to_integer(First), list_to_integer(First) + list_to_integer(Count) - 1),
    lists:foreach(fun(N) -> sequence(N, list_to_tuple(Natives), Known, Log, Limits) end, Numbers),
    file:write(Log, "end\n").

sequence(N, Natives, Atoms, Log, #{ms := Ms, seed := Seed, verbose := Verbose, file := LogFile}) ->
    restore_defaults(),
    persistent_term:get(?DEEP, none) =/= none orelse persistent_term:put(?DEEP, deep_terms()),
    ok = file:write(Log, io_lib:format("~w ...~n", [N])),
    Run = fun() ->
        rand:seed(exsss, {Seed, N, 1}),
        self() ! {a, message},
        Report = reporter(Verbose, LogFile),
        calls(?CALLS, #{natives => Natives, atoms => Atoms, deep => persistent_term:get(?DEEP), report => Report}, [self()])
    end,
    {Pid, Ref} = spawn_opt(Run, [monitor, {max_heap_size, #{size => ?HEAP_WORDS, kill => true, error_logger => false}}]),
    Outcome =
        receive
            {'DOWN', Ref, _, _, _} -> ended
        after Ms ->
            exit(Pid, kill),
            receive
                {'DOWN', Ref, _, _, _} -> killed
            after ?KILL_MS -> hung
            end
        end,
    ok = file:write(Log, io_lib:format("~w ~w~n", [N, Outcome])),
    drain().

%% Writes the calls before they are made. A raw file is its owner's only.
reporter(false, _) -> fun(_) -> ok end;
reporter(true, File) ->
    {ok, Log} = file:open(File, [raw, append]),
    fun(Call) -> ok = file:write(Log, unicode:characters_to_binary(io_lib:format("  ~tP~n", [Call, 60]))) end.

%% What a sequence may change for all processes to come.
restore_defaults() ->
    erlang:system_flag(max_heap_size, 0),
    erlang:system_flag(min_heap_size, 233),
    erlang:system_flag(min_bin_vheap_size, 46422),
    erlang:system_flag(fullsweep_after, 65535),
    process_flag(priority, high).

drain() ->
    receive
        _ -> drain()
    after 0 -> ok
    end.

calls(0, _, _) -> ok;
calls(Left, State, Pool) ->
    {M, F, Args} = Call = call(State, Pool),
    (maps:get(report, State))(Call),
    Result =
        try
            apply(M, F, Args)
        catch
            _:Reason -> Reason
        end,
    calls(Left - 1, State, lists:sublist(keep(Result, Pool), 12)).

%% Results become arguments, unless they are large or name processes that are not ours: sequences may kill what they know.
keep(Result, Pool) ->
    case erts_debug:flat_size(Result) < 64 andalso is_ours(Result) of
        true -> [Result | Pool];
        false -> Pool
    end.

is_ours([H | T]) -> is_ours(H) andalso is_ours(T);
is_ours(T) when is_tuple(T) -> is_ours(tuple_to_list(T));
is_ours(M) when is_map(M) -> is_ours(maps:to_list(M));
is_ours(P) when is_pid(P) -> P =:= self();
is_ours(P) when is_port(P) -> false;
is_ours(F) when is_function(F) -> false;
is_ours(_) -> true.

call(State = #{natives := Natives}, Pool) ->
    case rand:uniform(3) of
        1 ->
            {M, F, Arity} = pick(Natives),
            {M, F, [value(State, Pool) || _ <- lists:seq(1, Arity)]};
        _ ->
            {M, F, Args} = pick(examples(Pool)),
            {M, F, changed_arguments(rand:uniform(3) - 1, Args, State, Pool)}
    end.

changed_arguments(_, [], _, _) -> [];
changed_arguments(0, Args, _, _) -> Args;
changed_arguments(N, Args, State, Pool) ->
    At = rand:uniform(length(Args)),
    {Before, [Arg | After]} = lists:split(At - 1, Args),
    changed_arguments(N - 1, Before ++ [change(Arg, State, Pool) | After], State, Pool).

pick(Tuple) -> element(rand:uniform(tuple_size(Tuple)), Tuple).

%% A term that differs from the given one a little, or wholly.
change(Term, State, Pool) ->
    case rand:uniform(4) of
        1 -> value(State, Pool);
        _ -> change_within(Term, State, Pool)
    end.

change_within(N, _, _) when is_integer(N) -> pick({-N, N + 1, N - 1, N bsl 32, N bsl 64, -1 - N});
change_within([H | T], State, Pool) ->
    case rand:uniform(5) of
        1 -> [H | value(State, Pool)];
        2 -> T;
        3 -> [change(H, State, Pool) | T];
        4 -> [H, H | T];
        _ -> [H | change(T, State, Pool)]
    end;
change_within(T, State, Pool) when is_tuple(T), T =/= {} ->
    At = rand:uniform(tuple_size(T)),
    case rand:uniform(4) of
        1 -> erlang:delete_element(At, T);
        2 -> erlang:append_element(T, value(State, Pool));
        _ -> setelement(At, T, change(element(At, T), State, Pool))
    end;
change_within(M, State, Pool) when is_map(M) -> M#{value(State, Pool) => value(State, Pool)};
change_within(B, _, _) when is_bitstring(B), B =/= <<>> ->
    Bits = rand:uniform(bit_size(B)) - 1,
    <<Head:Bits/bits, Tail/bits>> = B,
    pick({Head, Tail, <<Head/bits, (rand:uniform(256)):8, Tail/bits>>, <<1:1, B/bits>>});
change_within(_, State, Pool) -> value(State, Pool).

value(State = #{atoms := Atoms, deep := Deep}, Pool) ->
    case rand:uniform(20) of
        N when N =< 4, Pool =/= [] -> lists:nth(rand:uniform(length(Pool)), Pool);
        N when N =< 8 -> pick(Atoms);
        N when N =< 11 -> number();
        12 -> pick(Deep);
        N when N =< 14 -> pick(constants());
        N when N =< 17 -> [value(State, Pool) || _ <- lists:seq(1, rand:uniform(4))];
        18 -> list_to_tuple([value(State, Pool) || _ <- lists:seq(1, rand:uniform(5))]);
        19 -> [value(State, Pool) | value(State, Pool)];
        20 -> #{value(State, Pool) => value(State, Pool)}
    end.

number() ->
    Power = pick({7, 8, 15, 16, 26, 27, 28, 31, 32, 47, 48, 58, 59, 60, 61, 62, 63, 64, 65, 127, 128, 1000}),
    pick({0, 1, 2, 3, -1, rand:uniform(300), 1 bsl Power, (1 bsl Power) - 1, -(1 bsl Power), 1.5, -0.0, 1.0e308}).

constants() ->
    {[], {}, #{}, <<>>, "text", "", <<"text">>, <<5:3>>, [$t | <<"ail">>], "a\0b", [16#d800], [16#10ffff], [-1], <<255, 254>>, self(),
     make_ref(), fun(X) -> X end, fun lists:nosuch/3, fun erlang:self/0, {lists, reverse, '_'}, {'_', '_', '_'}, [{'_', [], [true]}],
     [{['$1', '_'], [{'>', '$1', 1}], [{message, '$1'}, {return_trace}]}], [{'$1', [], ['$_']}], {tracer, self()}, [{tracer, self()}],
     {line, 1}, infinity, <<131, 104, 2>>, binary_to_term(<<131, 88, 100, 0, 3, "a@b", 7:32, 0:32, 3:32>>),
     binary_to_term(<<131, 90, 0, 3, 100, 0, 3, "a@b", 3:32, 1:32, 2:32, 3:32>>)}.

%% Terms that a recursive native would need much stack for, and long ones.
deep_terms() ->
    Nest = fun(Wrap) -> lists:foldl(fun(_, T) -> Wrap(T) end, [], lists:seq(1, ?DEPTH)) end,
    {Nest(fun(T) -> [T] end), Nest(fun(T) -> {T} end), Nest(fun(T) -> {a, T, b} end), Nest(fun(T) -> [T | a] end),
     Nest(fun(T) -> #{a => T} end), Nest(fun(T) -> fun() -> T end end), Nest(fun(T) -> [$a, T | <<"b">>] end),
     nest_keys(?DEPTH, #{}), lists:seq(1, ?DEPTH), lists:duplicate(?DEPTH, $a), lists:duplicate(?DEPTH, "ab"),
     maps:from_list([{I, I} || I <- lists:seq(1, 20000)]), [{I, I} || I <- lists:seq(1, 50000)], binary:copy(<<"ab">>, ?DEPTH),
     <<0:1, (binary:copy(<<"ab">>, ?DEPTH))/binary>>, 1 bsl 100000, -(1 bsl 100000) + 1, list_to_tuple(lists:seq(1, 50000)),
     lists:duplicate(20000, <<"ab">>), erlang:make_tuple(255, [])}.

nest_keys(0, Map) -> Map;
nest_keys(N, Map) -> nest_keys(N - 1, #{Map => a, b => N}).

%% Calls that succeed, of natives that random arguments would hardly get into. The pool gives them tables, handles and the like.
examples(Pool) ->
    P = case Pool of [] -> none; _ -> lists:nth(rand:uniform(length(Pool)), Pool) end,
    Spec = [{{'$1', '$2'}, [{'>', '$1', 1}, {is_tuple, '$_'}], [{{'$2', {element, 1, '$_'}}}]}],
    Traced = [{'$1', [{is_list, '$1'}], [{return_trace}, {message, {{{caller}, {process_dump}}}}, {set_seq_token, label, 1}]}],
    {{ets, new, [t, [set, public]]}, {ets, new, [t, [ordered_set, public, compressed, {read_concurrency, true}]]},
     {ets, new, [t, [duplicate_bag, {keypos, 2}]]}, {ets, insert, [P, [{1, 2}, {2, a}, {c, "text", 3}]]}, {ets, insert_new, [P, {5, 1}]},
     {ets, select, [P, Spec]}, {ets, select, [P, Spec, 1]}, {ets, select, [P]}, {ets, select_reverse, [P, Spec, 2]},
     {ets, match, [P, {'$1', '_'}]}, {ets, internal_select_delete, [P, Spec]}, {ets, select_replace, [P, [{{'$1', '$2'}, [], [{{'$1', 1}}]}]]},
     {ets, update_counter, [P, 1, [{2, 1}, {2, 5, 10, 0}], {1, 1}]}, {ets, update_element, [P, 1, [{2, b}]]}, {ets, take, [P, 1]},
     {ets, next, [P, 1]}, {ets, slot, [P, 1]}, {ets, safe_fixtable, [P, true]}, {ets, rename, [P, u]}, {ets, setopts, [P, [{heir, none}]]},
     {ets, match_spec_compile, [Spec]}, {ets, match_spec_run_r, [[{1, 2}, {2, 3}], P, []]}, {ets, lookup_element, [P, 1, 2]},
     {ets, give_away, [P, self(), x]}, {ets, delete, [P]}, {ets, internal_delete_all, [P, undefined]}, {ets, info, [P]},
     {erlang, match_spec_test, [[1, 2], Traced, trace]}, {erlang, match_spec_test, [{1, 2}, Spec, table]},
     {re, compile, ["(a|b)*c", [caseless]]}, {re, run, ["xabac", P, [{capture, all, list}, global]]},
     {re, run, [<<"xabac">>, "(?<n>a)b", [{capture, [n, 1], index}, {offset, 1}]]}, {re, inspect, [P, namelist]},
     {binary, match, [<<"some text">>, [<<"te">>, <<"me">>]]}, {binary, matches, [<<"some text">>, <<"e">>, [{scope, {2, 5}}]]},
     {binary, split, [<<"a,b,,c">>, [<<",">>, <<",,">>], [global, trim_all]]}, {binary, compile_pattern, [[<<"a">>, <<"bc">>]]},
     {binary, matches, [<<"aabcabc">>, P]}, {binary, part, [<<"bytes">>, {4, -2}]}, {binary, copy, [<<"bytes">>, 3]},
     {binary, longest_common_prefix, [[<<"ab">>, <<"ac">>]]}, {binary, decode_unsigned, [<<1, 2, 3>>, little]},
     {binary, encode_unsigned, [1 bsl 70, little]}, {erlang, binary_to_list, [<<"bytes">>, 2, 4]},
     {erlang, term_to_binary, [[a, 1.5, {b, #{c => "d"}}, self(), <<1:3>>], [{compressed, 9}, {minor_version, 1}]]},
     {erlang, term_to_iovec, [[P, <<"bytes">>], [deterministic]]}, {erlang, external_size, [[P], []]},
     {erlang, binary_to_term, [term_to_binary([a, 1.5, {b, #{c => "d"}}, self(), fun lists:map/2, make_ref(), 1 bsl 90]), [used]]},
     {erlang, binary_to_term, [term_to_binary(lists:seq(1000, 1100), [compressed])]},
     {maps, from_list, [[{a, 1}, {b, 2}]]}, {maps, merge, [#{a => 1}, #{b => 2}]}, {maps, from_keys, [[a, b], 1]},
     {erts_internal, map_next, [0, maps:from_keys(lists:seq(1, 40), a), iterator]}, {maps, put, [a, 1, #{}]},
     {erlang, list_to_binary, [["ab", <<"c">>, [[$d]]]]}, {erlang, list_to_bitstring, [[<<1:3>>, 5 | <<2:2>>]]},
     {erlang, iolist_to_iovec, [["ab", <<"c">>]]}, {erlang, split_binary, [<<"bytes">>, 2]},
     {unicode, characters_to_list, [["ab", <<"c", 195, 164>>], utf8]}, {unicode, characters_to_binary, [[16#10ffff, "a"], latin1]},
     {erlang, md5_update, [erlang:md5_init(), "abc"]}, {erlang, md5_final, [erlang:md5_init()]}, {erlang, crc32, [1, ["ab", <<"c">>]]},
     {erlang, crc32_combine, [1, 2, 3]}, {erlang, phash2, [{a, "b"}, 100]}, {erlang, phash, [P, 100]},
     {erlang, integer_to_binary, [1 bsl 1000, 36]}, {erlang, list_to_integer, ["123456789123456789123456789", 16]},
     {erlang, binary_to_integer, [<<"-12345678901234567890123">>, 10]}, {erlang, 'bsl', [1, 100]}, {erlang, '*', [1 bsl 1000, 3]},
     {erlang, 'div', [1 bsl 2000, 7 bsl 100]}, {erlang, 'rem', [1 bsl 2000, 7]}, {erlang, 'bxor', [-(1 bsl 70), 5]},
     {erlang, float_to_list, [1.5, [{decimals, 3}, compact]]}, {erlang, float_to_binary, [1.0e300, [{scientific, 20}]]},
     {erlang, list_to_float, ["1.5e10"]}, {erlang, trunc, [1.0e300]}, {erlang, make_tuple, [3, a, [{1, b}]]},
     {erlang, setelement, [1, {a}, b]}, {erlang, '++', ["ab", "c"]}, {erlang, '--', ["abc", "b"]}, {lists, reverse, ["ab", "c"]},
     {lists, keyfind, [1, 1, [{1, 2}]]}, {lists, member, [a, [b, a]]}, {erlang, list_to_pid, ["<0.999999.0>"]},
     {erlang, list_to_ref, ["#Ref<0.1.2.3>"]}, {erlang, fun_info, [fun(X) -> {P, X} end, env]}, {erlang, make_fun, [lists, map, 2]},
     {erlang, spawn_opt, [erlang, length, [[]], [link, monitor, {min_heap_size, 300}, {max_heap_size, 100000}, {priority, low}]]},
     {erlang, process_flag, [max_heap_size, #{size => 20000000, kill => false}]}, {erlang, process_flag, [save_calls, 10]},
     {erlang, process_info, [self(), [messages, links, dictionary, current_stacktrace, garbage_collection, binary]]},
     {erlang, process_info, [self(), backtrace]}, {erlang, put, [k, v]}, {erlang, send, [self(), m, [nosuspend]]}, {erlang, alias, [[reply]]},
     {erlang, send_after, [5, self(), P, [{abs, false}]]}, {erlang, start_timer, [1, self(), m]}, {erlang, cancel_timer, [P, [{info, true}]]},
     {erlang, monitor, [process, self(), [{alias, demonitor}, {tag, t}]]}, {erlang, demonitor, [P, [flush, info]]},
     {erlang, group_leader, [self(), self()]}, {erlang, suspend_process, [self(), [asynchronous]]},
     {erlang, raise, [error, badarg, [{m, f, 1, [{line, 1}, {file, "x"}]}]]}, {erlang, error, [a, [1, 2], [{error_info, #{}}]]},
     {erlang, decode_packet, [http, <<"GET / HTTP/1.1\r\nHost: x\r\n">>, []]}, {erlang, decode_packet, [4, <<2:32, "abc">>, [{packet_size, 10}]]},
     {erlang, decode_packet, [line, <<"a\nb">>, [{line_delimiter, $\n}, {line_length, 2}]]}, {erlang, decode_packet, [asn1, <<48, 130, 1, 0, 5>>, []]},
     {erlang, seq_trace, [label, {P, 1}]}, {erlang, seq_trace_print, [1, P]}, {erlang, system_info, [{allocator, binary_alloc}]},
     {erlang, statistics, [scheduler_wall_time]}, {erlang, system_flag, [scheduler_wall_time, true]}, {erlang, system_monitor, [self(), [{long_gc, 1}, busy_port]]},
     {erlang, universaltime_to_localtime, [{{2020, 1, 1}, {1, 2, 3}}]}, {erlang, localtime_to_universaltime, [{{1970, 1, 1}, {0, 0, 0}}, true]},
     {erts_internal, atomics_new, [3, 1]}, {atomics, put, [P, 3, -1]}, {atomics, compare_exchange, [P, 1, 0, 1 bsl 63]},
     {erts_internal, counters_new, [3]}, {erts_internal, counters_add, [P, 1, 1 bsl 63]}, {persistent_term, put, [k, [P]]},
     {erts_internal, term_to_string, [[P, {a, "b"}], 20]}, {erts_debug, size_shared, [[P, P]]}, {erts_debug, copy_shared, [[P, P]]},
     {erts_internal, trace_pattern, [{lists, reverse, 2}, Traced, [local]]}, {erts_internal, trace_pattern, [{lists, '_', '_'}, true, [call_count, call_time]]},
     {erts_internal, trace, [self(), true, [call, procs, garbage_collection, return_to, timestamp]]}, {erlang, trace_info, [{lists, reverse, 2}, all]},
     {trace, session_create, [s, self(), []]}, {trace, process, [P, self(), true, [send, 'receive', running]]},
     {trace, function, [P, {lists, reverse, 1}, Traced, [local]]}, {trace, send, [P, [{['_', {'$1', 2}], [], [{message, '$1'}]}], []]},
     {trace, info, [P, self(), flags]}, {trace, session_destroy, [P]}, {erts_internal, prepare_loading, [m, <<"FOR1", 4:32, "BEAM">>]},
     {erts_internal, beamfile_chunk, [<<"FOR1", 16:32, "BEAMAtU8", 4:32, 0:32>>, "AtU8"]}, {zlib, open_nif, []},
     {zlib, deflateInit_nif, [P, 9, 8, 15, 8, 0]}, {zlib, inflateInit_nif, [P, -15, 1]}, {zlib, enqueue_nif, [P, [<<"bytes">>, <<120, 156>>]]},
     {zlib, deflate_nif, [P, 100, 200, 4]}, {zlib, inflate_nif, [P, 100, 200, 0]}, {zlib, setStash_nif, [P, P]}, {prim_buffer, new, []},
     {prim_buffer, write, [P, [<<"some">>, <<"bytes">>]]}, {prim_buffer, peek_head, [P]}, {prim_buffer, copying_read, [P, 3]},
     {prim_buffer, skip, [P, 2]}, {prim_buffer, find_byte_index, [P, $m]}, {prim_file, open_nif, [<<"a_file">>, [read, write, raw]]},
     {prim_file, write_nif, [P, [<<"some">>, <<"bytes">>]]}, {prim_file, pread_nif, [P, 2, 100]}, {prim_file, seek_nif, [P, bof, 3]},
     {prim_file, read_nif, [P, 10]}, {prim_file, ipread_s32bu_p32bu_nif, [P, 0, 10]}, {prim_file, read_info_nif, [<<"a_file">>, 1]},
     {prim_socket, nif_open, [2, 1, 0, #{}]}, {prim_socket, nif_bind, [P, #{family => inet, port => 0, addr => {127, 0, 0, 1}}]},
     {prim_socket, nif_setopt, [P, 1, 2, 1, 0]}, {prim_socket, nif_recv, [P, 0, [], make_ref()]}, {prim_socket, nif_listen, [P, 5]},
     {prim_socket, nif_sendmsg, [P, #{iov => [<<"bytes">>]}, 0, make_ref(), [<<"bytes">>]]}, {prim_socket, nif_close, [P]},
     {prim_net, nif_getnameinfo, [#{family => inet, port => 80, addr => {127, 0, 0, 1}}, []]}, {prim_tty, wcswidth, ["text"]},
     {erts_internal, port_info, [P]}, {erts_internal, open_port, [{spawn_driver, "zlib_drv"}, [binary]]}, {os, putenv, ["A", "b"]}}.
