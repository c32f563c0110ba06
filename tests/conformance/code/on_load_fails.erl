%% reports: ignored
%% shows that a version whose on_load function fails leaves the one before it as it was
%% skip: jit it would compile most of OTP's compiler
-module(on_load_fails).
-include("../support/edge.hrl").

main() ->
    process_flag(trap_exit, true),
    ?T(load(1, "", "ok")),
    Runs = spawn(fun() -> reloaded:loop() end),
    ?T(answers(Runs)),
    [begin
         ?T({Body, load(Version, "-on_load(init/0). ", Body)}),
         ?T(state()),
         ?T(answers(Runs))
     end || {Version, Body} <- [{2, "failed"}, {3, "exit(failed)"}, {4, "reloaded:v()"}, {5, "nothing:at_all()"}]],
    ?T(load(6, "-on_load(init/0). ", "ok")),
    ?T(state()),
    ?T(answers(Runs)),
    %% A process in the oldest version ends when a third one is loaded.
    Watch = monitor(process, Runs),
    Old = spawn(fun() -> reloaded:loop() end),
    ?T(load(7, "", "ok")),
    Runs ! stop,
    ?T(receive {'DOWN', Watch, process, Runs, Reason} -> Reason end),
    ?T(load(8, "-on_load(init/0). ", "failed")),
    ?T(is_process_alive(Old)),
    ?T(state()),
    ?T((reloaded:adder())(1)).

state() -> {reloaded:v(), code:is_loaded(reloaded), erlang:check_old_code(reloaded)}.

%% What a process says that has run the first version since it began.
answers(Process) -> [begin Process ! {self(), What}, receive Version -> Version after 5000 -> none end end || What <- [old, new]].

load(Version, OnLoad, Body) ->
    Text = ["-module(reloaded). ", OnLoad, "-export([v/0, loop/0, adder/0, init/0]). "
            "v() -> ", integer_to_list(Version), ". "
            "adder() -> fun(N) -> N + v() end. "
            "loop() -> receive {From, old} -> From ! v(), loop(); {From, new} -> From ! reloaded:v(), loop(); stop -> ok end. "
            "init() -> ", Body, ". "],
    {ok, reloaded, Code} = compile:forms(forms(lists:flatten(Text))),
    code:load_binary(reloaded, "version" ++ integer_to_list(Version), Code).

forms(Text) ->
    case erl_scan:tokens([], Text, 1) of
        {done, {ok, Tokens, _}, Rest} ->
            {ok, Form} = erl_parse:parse_form(Tokens),
            [Form | forms(Rest)];
        _ -> []
    end.
