%% Compiles another project's modules and runs its tests, on whichever machine runs this: a line "ok NAME" or
%% "fail NAME REASON" for each EUnit test, "result {Ok, Failed, Skipped}" for Common Test suites, and "time MILLISECONDS".
%% The folder is laid out as OTP's applications are: src, include, test; compiled modules go to ebin.
-module(others).
-export([main/1]).
%% eunit_listener
-export([start/1, init/1, handle_begin/3, handle_end/3, handle_cancel/3, terminate/2]).

%% EUnit gives a test five seconds, which is little where other programs run.
-define(TIME_SCALE, 12).

main([Step, Folder | Modules]) ->
    ok = file:set_cwd(Folder),
    Start = erlang:monotonic_time(millisecond),
    step(Step, [list_to_atom(Module) || Module <- Modules]),
    io:format("time ~w~n", [erlang:monotonic_time(millisecond) - Start]),
    halt().

%% EUnit runs each module by itself: tests may look at what their process has in its dictionary, or leave something there.
step("compile", _) -> compile();
step("eunit", []) -> step("eunit", test_modules());
step("eunit", Modules) -> [eunit:test(Module, [{report, {?MODULE, []}}, no_tty, {scale_timeouts, ?TIME_SCALE}]) || Module <- Modules];
step("ct", Suites) ->
    ok = filelib:ensure_path("logs"),
    Which = [{suite, Suites} || Suites =/= []],
    Result = ct:run_test([{dir, "test"}, {logdir, "logs"}, {include, ["include", "src"]}, {multiply_timetraps, ?TIME_SCALE} | Which]),
    io:format("~nresult ~0p~n", [Result]).

%%% compiling

compile() ->
    ok = filelib:ensure_path("ebin"),
    code:add_patha("ebin"),
    [{ok, _} = leex:file(File) || File <- filelib:wildcard("src/**/*.xrl")],
    [{ok, _} = yecc:file(File) || File <- filelib:wildcard("src/**/*.yrl")],
    Left = compile_all(filelib:wildcard("src/**/*.erl") ++ filelib:wildcard("test/**/*.erl")),
    [io:format("not compiled ~ts~n", [File]) || File <- Left],
    [write_application(File) || File <- filelib:wildcard("src/*.app.src")].

%% Parse transforms and behaviours may come after those that need them: again, until nothing more can be compiled.
compile_all(Files) ->
    case [File || File <- Files, not compiled(File)] of
        Left when Left =/= [], length(Left) < length(Files) -> compile_all(Left);
        Left -> Left
    end.

compiled(File) ->
    Options = [{outdir, "ebin"}, {i, "include"}, {i, "src"}, {i, "test"}, {i, ".."}, {d, 'TEST'}, debug_info],
    case compile:file(File, exported_tests(File) ++ Options) of
        {ok, _} -> true;
        error -> false
    end.

%% Modules whose build exports their tests, such as those of erlang.mk, do not include EUnit's header.
exported_tests(File) ->
    {ok, Text} = file:read_file(File),
    [{parse_transform, eunit_autoexport} || binary:match(Text, <<"eunit.hrl">>) =:= nomatch].

write_application(File) ->
    {ok, [{application, Name, Properties}]} = file:consult(File),
    Modules = [list_to_atom(filename:basename(Beam, ".beam")) || Beam <- filelib:wildcard("ebin/*.beam")],
    Version = case lists:keyfind(vsn, 1, Properties) of
                  {vsn, Text} when is_list(Text) -> Text;
                  _ -> "0"
              end,
    New = lists:keystore(vsn, 1, lists:keystore(modules, 1, Properties, {modules, Modules}), {vsn, Version}),
    ok = file:write_file(["ebin/", atom_to_list(Name), ".app"], io_lib:format("~p.~n", [{application, Name, New}])).

%%% EUnit

%% EUnit runs those of X_tests with X.
test_modules() ->
    Beams = lists:sort(filelib:wildcard("ebin/*.beam")),
    Modules = [Module || Beam <- Beams, Module <- [list_to_atom(filename:basename(Beam, ".beam"))], has_tests(Module)],
    [Module || Module <- Modules, not lists:member(tested_by(Module), Modules)].

has_tests(Module) ->
    {module, Module} = code:ensure_loaded(Module),
    lists:any(fun({Name, 0}) -> is_test(atom_to_list(Name));
                 (_) -> false
              end, Module:module_info(exports)).

is_test(Name) -> lists:suffix("_test", Name) orelse lists:suffix("_test_", Name).

tested_by(Module) ->
    case string:split(atom_to_list(Module), "_tests", trailing) of
        [Name, ""] -> list_to_atom(Name);
        _ -> none
    end.

start(Options) -> eunit_listener:start(?MODULE, Options).
init(_) -> none.
handle_begin(_, _, State) -> State.
handle_end(test, Data, State) ->
    case proplists:get_value(status, Data) of
        ok -> io:format(user, "ok ~ts~n", [name(Data)]);
        {skipped, Reason} -> io:format(user, "skip ~ts ~0P~n", [name(Data), Reason, 40]);
        {error, Reason} -> io:format(user, "fail ~ts ~0P~n", [name(Data), Reason, 60])
    end,
    State;
handle_end(_, _, State) -> State.
handle_cancel(_, Data, State) ->
    case proplists:get_value(reason, Data) of
        undefined -> ok;
        Reason -> io:format(user, "fail ~ts ~0P~n", [name(Data), Reason, 60])
    end,
    State.
terminate(_, _) -> ok.

name(Data) ->
    Source = case proplists:get_value(source, Data) of
                 {Module, Function, _} -> io_lib:format("~ts:~ts", [Module, Function]);
                 _ -> "group"
             end,
    io_lib:format("~ts ~0p ~w", [Source, proplists:get_value(line, Data), proplists:get_value(id, Data)]).
