%% Nanoseconds that a call of a native takes, at several sizes of its argument; with that of the fun around it, for which
%% the row `nothing` stands. Prints a line `Name Size Nanoseconds` for each. Runs on real Erlang/OTP, too.
-module(natives).
-export([main/1, measure/2, opaque/1]).

-define(SIZES, [1, 10, 1000]).
-define(ROUNDS, 5).

%% Milliseconds a round of one row takes; and which rows: those whose names begin like this.
main([Milliseconds, Beginning]) ->
    Least = list_to_integer(Milliseconds) * 1000000,
    [io:format("~s ~w ~.1f~n", [Name, Size, measure(Fun, Least)])
     || {Name, Size, Fun} <- rows(), lists:prefix(Beginning, Name)],
    ok.

%% Nanoseconds of a call; a round takes at least so many.
measure(Fun, Least) ->
    Calls = calibrate(Fun, Least, 16),
    lists:min([run(Fun, Calls) || _ <- lists:seq(1, ?ROUNDS)]) / Calls.

calibrate(Fun, Least, Calls) ->
    case run(Fun, Calls) of
        Took when Took >= Least -> Calls;
        _ -> calibrate(Fun, Least, Calls * 2)
    end.

run(Fun, Calls) ->
    garbage_collect(),
    Start = erlang:monotonic_time(nanosecond),
    loop(Fun, Calls),
    erlang:monotonic_time(nanosecond) - Start.

loop(_, 0) -> ok;
loop(Fun, Calls) -> Fun(), loop(Fun, Calls - 1).

%% What the compiler must not look into.
opaque(Term) -> Term.

rows() ->
    [{"nothing", 0, fun() -> ok end}]
        ++ of_numbers() ++ of_processes() ++ of_clocks()
        ++ [{Name, Size, Fun} || Size <- ?SIZES, {Name, Fun} <- lists_of(Size) ++ maps_of(Size) ++ binaries_of(Size) ++ terms_of(Size) ++ tables_of(Size)].

of_numbers() ->
    Integer = ?MODULE:opaque(-123456), Big = ?MODULE:opaque(1 bsl 100), Float = ?MODULE:opaque(3.14159),
    Atom = ?MODULE:opaque(hello), Tuple = ?MODULE:opaque({a, b, c}),
    [{Name, 0, Fun}
     || {Name, Fun} <-
            [{"integer_to_list", fun() -> integer_to_list(Integer) end},
             {"integer_to_list of a bignum", fun() -> integer_to_list(Big) end},
             {"integer_to_binary", fun() -> integer_to_binary(Integer) end},
             {"integer_to_binary, base 16", fun() -> integer_to_binary(Integer, 16) end},
             {"list_to_integer", fun() -> list_to_integer(?MODULE:opaque("-123456")) end},
             {"binary_to_integer", fun() -> binary_to_integer(?MODULE:opaque(<<"-123456">>)) end},
             {"float_to_list, short", fun() -> float_to_list(Float, [short]) end},
             {"float_to_binary, decimals", fun() -> float_to_binary(Float, [{decimals, 3}]) end},
             {"list_to_float", fun() -> list_to_float(?MODULE:opaque("3.14159")) end},
             {"binary_to_float", fun() -> binary_to_float(?MODULE:opaque(<<"-3.14159e10">>)) end},
             {"round", fun() -> round(Float) end},
             {"math:sqrt", fun() -> math:sqrt(Float) end},
             {"bignum * small", fun() -> Big * Integer end},
             {"bignum rem small", fun() -> Big rem Integer end},
             {"atom_to_list", fun() -> atom_to_list(Atom) end},
             {"atom_to_binary", fun() -> atom_to_binary(Atom) end},
             {"list_to_existing_atom", fun() -> list_to_existing_atom(?MODULE:opaque("hello")) end},
             {"binary_to_existing_atom", fun() -> binary_to_existing_atom(?MODULE:opaque(<<"hello">>)) end},
             {"setelement", fun() -> setelement(2, Tuple, x) end},
             {"append_element", fun() -> erlang:append_element(Tuple, x) end},
             {"tuple_to_list", fun() -> tuple_to_list(Tuple) end},
             {"binary:decode_unsigned", fun() -> binary:decode_unsigned(?MODULE:opaque(<<1, 2, 3, 4>>)) end},
             {"binary:encode_unsigned", fun() -> binary:encode_unsigned(?MODULE:opaque(12345678)) end}]].

of_processes() ->
    Self = self(), put(key, 1),
    persistent_term:put({?MODULE, key}, {1, 2}),
    Counters = counters:new(1, []), Atomics = atomics:new(1, []),
    [{Name, 0, Fun}
     || {Name, Fun} <-
            [{"get and put", fun() -> put(key, get(key)) end},
             {"persistent_term:get", fun() -> persistent_term:get({?MODULE, key}) end},
             {"counters:add", fun() -> counters:add(Counters, 1, 1) end},
             {"atomics:add_get", fun() -> atomics:add_get(Atomics, 1, 1) end},
             {"make_ref", fun() -> make_ref() end},
             {"unique_integer", fun() -> erlang:unique_integer() end},
             {"whereis", fun() -> whereis(init) end},
             {"send to oneself, receive", fun() -> Self ! x, receive x -> ok end end},
             {"process_info", fun() -> process_info(Self, message_queue_len) end},
             {"monitor, demonitor", fun() -> demonitor(monitor(process, init), [flush]) end},
             {"send_after, cancel", fun() -> erlang:cancel_timer(erlang:send_after(100000, Self, x)) end},
             {"spawn_monitor, its end", fun() -> {_, Ref} = spawn_monitor(fun() -> ok end), receive {'DOWN', Ref, _, _, _} -> ok end end},
             {"throw, catch", fun() -> try throw(x) catch x -> ok end end},
             {"error in a native", fun() -> try binary_to_atom(Self) catch error:_ -> ok end end}]].

of_clocks() ->
    [{"monotonic_time", 0, fun() -> erlang:monotonic_time() end},
     {"system_time, ms", 0, fun() -> erlang:system_time(millisecond) end},
     {"os:timestamp", 0, fun() -> os:timestamp() end}].

lists_of(Size) ->
    List = lists:seq(1, Size), Pairs = [{N, N} || N <- List], Few = [Size, 0, -1],
    Mixed = [(N * 7919) rem 10007 || N <- List],
    [{"length", fun() -> length(List) end},
     {"lists:member", fun() -> lists:member(Size, List) end},
     {"lists:keyfind", fun() -> lists:keyfind(Size, 1, Pairs) end},
     {"lists:reverse", fun() -> lists:reverse(List) end},
     {"++", fun() -> List ++ [x] end},
     {"--", fun() -> List -- Few end},
     {"lists:sort", fun() -> lists:sort(Mixed) end},
     {"list_to_tuple", fun() -> list_to_tuple(List) end},
     {"list =:= list", fun() -> List =:= Mixed orelse ?MODULE:opaque(List) =:= List end}].

maps_of(Size) ->
    Keys = lists:seq(1, Size), Pairs = [{N, a} || N <- Keys], Map = maps:from_list(Pairs),
    Other = maps:from_list([{N + Size div 2, b} || N <- Keys]),
    Tuples = maps:from_list([{{key, N}, N} || N <- Keys]), Key = {key, Size},
    [{"maps:get", fun() -> maps:get(Size, Map) end},
     {"maps:get by a tuple", fun() -> maps:get(Key, Tuples) end},
     {"maps:put, of a key", fun() -> maps:put(Size, x, Map) end},
     {"maps:put, a new key", fun() -> maps:put(x, x, Map) end},
     {"maps:remove", fun() -> maps:remove(Size, Map) end},
     {"maps:merge", fun() -> maps:merge(Map, Other) end},
     {"maps:keys", fun() -> maps:keys(Map) end},
     {"maps:to_list", fun() -> maps:to_list(Map) end},
     {"maps:from_list", fun() -> maps:from_list(Pairs) end}].

binaries_of(Size) ->
    Binary = binary:copy(<<"hello, world ">>, Size), List = binary_to_list(Binary),
    Text = unicode:characters_to_list(binary:copy(<<"h\x{e5}llo "/utf8>>, Size)),
    Encoded = base64:encode(Binary), Pattern = binary:compile_pattern(<<"z">>),
    [{"binary_to_list", fun() -> binary_to_list(Binary) end},
     {"list_to_binary", fun() -> list_to_binary(List) end},
     {"iolist_to_binary", fun() -> iolist_to_binary([Binary, "abc", [Binary | Binary]]) end},
     {"iolist_size", fun() -> iolist_size([Binary, "abc", [Binary | Binary]]) end},
     {"characters_to_binary", fun() -> unicode:characters_to_binary(Text) end},
     {"characters_to_list", fun() -> unicode:characters_to_list(Binary) end},
     {"binary:match", fun() -> binary:match(Binary, Pattern) end},
     {"binary:split, global", fun() -> binary:split(Binary, <<" ">>, [global]) end},
     {"binary:copy", fun() -> binary:copy(Binary, 3) end},
     {"binary:part", fun() -> binary:part(Binary, 3, 5) end},
     {"binary:longest_common_prefix", fun() -> binary:longest_common_prefix([Binary, Binary]) end},
     {"erlang:md5", fun() -> erlang:md5(Binary) end},
     {"erlang:crc32", fun() -> erlang:crc32(Binary) end},
     {"base64:encode", fun() -> base64:encode(Binary) end},
     {"base64:decode", fun() -> base64:decode(Encoded) end}].

terms_of(Size) ->
    Term = [{item, N, "name", #{a => N, b => <<"text">>}, 1.5} || N <- lists:seq(1, Size)],
    Binary = term_to_binary(Term),
    [{"term_to_binary", fun() -> term_to_binary(Term) end},
     {"binary_to_term", fun() -> binary_to_term(Binary) end},
     {"external_size", fun() -> erlang:external_size(Term) end},
     {"phash2", fun() -> erlang:phash2(Term) end},
     {"term =:= term", fun() -> ?MODULE:opaque(Term) =:= binary_to_term(Binary) end}].

tables_of(Size) ->
    [Set, Ordered] = [begin
                          Table = ets:new(table, [Type, public]),
                          [ets:insert(Table, {N, a, "name", N}) || N <- lists:seq(1, Size)],
                          Table
                      end || Type <- [set, ordered_set]],
    Query = [{{Size, '_', '_', '$1'}, [], ['$1']}],
    Bag = ets:new(bag, [bag]),
    [ets:insert(Bag, {key, N}) || N <- lists:seq(1, min(Size, 100))],
    [{"ets:insert", fun() -> ets:insert(Set, {Size, a, "name", 7}) end},
     {"ets:lookup", fun() -> ets:lookup(Set, Size) end},
     {"ets:lookup_element", fun() -> ets:lookup_element(Set, Size, 3) end},
     {"ets:member", fun() -> ets:member(Set, Size) end},
     {"ets:update_counter", fun() -> ets:update_counter(Set, Size, {4, 1}) end},
     {"ets:delete, insert", fun() -> ets:delete(Set, Size), ets:insert(Set, {Size, a, "name", 7}) end},
     {"ets:next", fun() -> ets:next(Set, Size) end},
     {"ets:match, by key", fun() -> ets:match(Set, {Size, '$1', '_', '_'}) end},
     {"ets:select, by key", fun() -> ets:select(Set, Query) end},
     {"ets:select_count, all", fun() -> ets:select_count(Set, [{{'_', a, '_', '_'}, [], [true]}]) end},
     {"ets:insert, ordered", fun() -> ets:insert(Ordered, {Size, a, "name", 7}) end},
     {"ets:lookup, ordered", fun() -> ets:lookup(Ordered, Size) end},
     {"ets:next, ordered", fun() -> ets:next(Ordered, Size) end},
     {"ets:lookup, bag", fun() -> ets:lookup(Bag, key) end}].
