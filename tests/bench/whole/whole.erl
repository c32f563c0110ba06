%% Whole programs, run once by a machine that starts and ends with them. usage: whole WHAT FOLDER, where run has put what they work on.
%% Prints {whole, WHAT, RESULT}; RESULT is the same on every machine.
-module(whole).
-export([main/1]).
-record(account, {key, balance, history}).

main([What, Folder]) ->
    erlang:display({whole, list_to_atom(What), run(What, Folder)}).

%% OTP's compiler on modules of stdlib.
run("compiler", Folder) ->
    lists:sum([size_of(compile:file(File, [binary, return_errors, {i, Folder ++ "/stdlib"}, {i, Folder ++ "/lib/kernel/include"}, {i, Folder ++ "/lib/stdlib/include"}])) || File <- files(Folder, "stdlib/*.erl")]);
%% A type analysis of modules of stdlib, from nothing.
run("dialyzer", Folder) ->
    Plt = Folder ++ "/" ++ os:getpid() ++ ".plt",
    Warnings = dialyzer:run([{analysis_type, plt_build}, {files, files(Folder, "beams/*.beam")}, {output_plt, Plt}]),
    file:delete(Plt),
    length(Warnings);
%% Which functions call which, and queries about them.
run("xref", Folder) ->
    {ok, Server} = xref:start([{xref_mode, functions}]),
    xref:set_default(Server, [{warnings, false}]),
    [{ok, _} = xref:add_module(Server, File) || File <- files(Folder, "beams/*.beam")],
    [begin {ok, Found} = xref:q(Server, Query), erlang:phash2(lists:sort(Found)) end ||
        Query <- ["domain (closure E || string : Mod)", "X - XU", "range (E | lists : Mod)", "strict ME"]];
%% Unit tests with fixtures, each in a process, some at a time: with all at once, how long it takes is a matter of chance, because most of it is a search in a mailbox.
run("eunit", _) ->
    ok = eunit:test({inparallel, 8, [{setup, fun() -> ets:new(t, []) end, fun ets:delete/1, [fun() -> check(N) end || N <- lists:seq(1, 200)]}
                                  || _ <- lists:seq(1, 40)]}, [no_tty]);
%% Elixir's compiler, and what it has compiled: Enum, Stream, String, structs, protocols, a GenServer.
run("elixir", Folder) ->
    {ok, _} = application:ensure_all_started(elixir),
    'Elixir.Code':put_compiler_option(ignore_module_conflict, true),
    Files = [list_to_binary(File) || File <- files(Folder, "elixir/*.ex")],
    Modules = [Module || File <- Files, _ <- lists:seq(1, 4), {Module, _} <- 'Elixir.Code':compile_file(File)],
    {length(Modules), 'Elixir.Shop.Main':run(40000)};
%% A document that is written and read.
run("json", _) ->
    Document = [#{<<"id">> => N, <<"name">> => <<"entry ", (integer_to_binary(N))/binary, " \"quoted\" \x{e9}"/utf8>>, <<"active">> => N rem 3 =:= 0,
                  <<"score">> => N / 7, <<"tags">> => [<<"a">>, <<"tag">>, null], <<"position">> => #{<<"x">> => N, <<"y">> => -N}}
                || N <- lists:seq(1, 4000)],
    [Once] = lists:usort([begin Text = iolist_to_binary(json:encode(Document)), erlang:phash2(json:decode(Text)) end || _ <- lists:seq(1, 15)]),
    Once;
%% Transfers between accounts, by processes at once.
run("mnesia", Folder) ->
    application:set_env(mnesia, dir, Folder ++ "/mnesia" ++ os:getpid()),
    ok = mnesia:start(),
    {atomic, ok} = mnesia:create_table(account, [{attributes, record_info(fields, account)}, {ram_copies, [node()]}]),
    {atomic, _} = mnesia:transaction(fun() -> [mnesia:write(#account{key = N, balance = 100, history = []}) || N <- lists:seq(0, 999)] end),
    Self = self(),
    [spawn_link(fun() -> transfers(Worker, 8000), Self ! done end) || Worker <- lists:seq(1, 4)],
    [receive done -> ok end || _ <- lists:seq(1, 4)],
    {atomic, Sum} = mnesia:transaction(fun() -> mnesia:foldl(fun(A, S) -> S + A#account.balance end, 0, account) end),
    Sum.

files(Folder, Pattern) -> lists:sort(filelib:wildcard(Folder ++ "/" ++ Pattern)).

size_of({ok, Module, Beam}) -> {ok, {Module, _}} = beam_lib:md5(Beam), byte_size(Beam) div 100000.

check(N) -> N = length(lists:seq(1, N)), true = lists:sum(lists:seq(1, N)) =:= N * (N + 1) div 2.

transfers(_, 0) -> ok;
transfers(Worker, N) ->
    From = (N * 7919 + Worker * 104729) rem 1000,
    To = (N * 6007 + Worker) rem 1000,
    {atomic, _} = mnesia:transaction(fun() -> transfer(From, To, N rem 10) end),
    transfers(Worker, N - 1).

transfer(Same, Same, _) -> ok;
transfer(From, To, Amount) ->
    [#account{balance = A, history = H} = Payer] = mnesia:read(account, From, write),
    [#account{balance = B} = Payee] = mnesia:read(account, To, write),
    mnesia:write(Payer#account{balance = A - Amount, history = lists:sublist([{To, Amount} | H], 10)}),
    mnesia:write(Payee#account{balance = B + Amount}).
