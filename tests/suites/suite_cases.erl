%% Compiles OTP's suites, and runs one with OTP's common_test, on whichever machine runs this. As a hook of common_test it prints
%% "end SUITE:OUTER/GROUP/CASE" for each case that has run, and "fail SUITE:GROUP/CASE REASON" or "skip ..." for those that did not
%% pass, in their order: a "fail" belongs to the last "end" of such a case.
-module(suite_cases).
-export([main/1]).
%% ct_hooks
-export([init/2, post_end_per_testcase/5, on_tc_fail/4, on_tc_skip/4]).

main(["compile", Out, Options | Files]) ->
    {ok, Tokens, _} = erl_scan:string(Options ++ "."),
    {ok, Given} = erl_parse:parse_term(Tokens),
    [compile(File, [{outdir, Out}, nowarn_deprecated_function | Given]) || File <- Files],
    halt();
main(["run", Folder, Logs, Scale, Suite | Cases]) ->
    ok = filelib:ensure_path(Logs),
    Which = [{group, all} || Cases =/= []] ++ [{testcase, [list_to_atom(Case) || Case <- Cases]} || Cases =/= []],
    Result = ct:run_test([{dir, Folder}, {suite, list_to_atom(Suite)}, {logdir, Logs}, {auto_compile, false}, {ct_hooks, [?MODULE]},
                          {multiply_timetraps, list_to_integer(Scale)} | Which]),
    say("result ~0p", [Result]),
    halt().

%% From within its folder, as some suites expect plain names of files.
compile(File, Options) ->
    ok = file:set_cwd(filename:dirname(File)),
    case compile:file(filename:basename(File), [return | Options]) of
        {ok, _, _} -> ok;
        {error, Errors, _} -> say("not compiled ~ts ~0P", [File, Errors, 30])
    end.

init(_, _) -> {ok, none}.

post_end_per_testcase(Suite, Case, Config, Return, State) ->
    say("end ~w:~ts~w", [Suite, path(Config), Case]),
    {Return, State}.

on_tc_fail(Suite, Case, Reason, State) ->
    say("fail ~w:~ts ~0P", [Suite, name(Case), Reason, 60]),
    State.

on_tc_skip(Suite, Case, Reason, State) ->
    say("skip ~w:~ts ~0P", [Suite, name(Case), Reason, 60]),
    State.

name({Case, Group}) -> [atom_to_list(Group), "/", atom_to_list(Case)];
name(Case) -> atom_to_list(Case).

%% The groups around a case, the outermost first.
path(Config) ->
    Inner = proplists:get_value(tc_group_properties, Config, []),
    Outer = proplists:get_value(tc_group_path, Config, []),
    [[atom_to_list(Name), "/"] || Properties <- lists:reverse([Inner | Outer]), {name, Name} <- Properties].

%% In one piece: what drivers and C code print must not come between.
say(Format, Arguments) -> io:put_chars(user, ["\n" | io_lib:format(Format ++ "\n", Arguments)]).
