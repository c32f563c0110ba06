%% `sonde shell`: OTP's own shell, line editing and all: what OTP calls user_drv has the terminal, or the pipe or file in its
%% place. Up to OTP 25 it has the terminal only, and from OTP 28 on it wants more of the machine: then lines are read from
%% our `user`.
-module(sonde_shell).

-export([take_flags/1, main/0, start/0, start_shell/0, start_user/0, run/2, start_link_reader/0]).

%% Flags of erl for what this machine has not. Others that it does not know are for init:get_argument/1, as under erl.
-define(WITHOUT, [{boot, "boot scripts"}, {boot_var, "boot scripts"}, {config, "configuration files"},
                  {args_file, "files of arguments"}, {heart, "heart"}, {noshell, "mode without a shell; use sonde run"},
                  {noinput, "mode without input; use sonde run"}, {detached, "detached mode"}, {daemon, "daemon mode"}, {loader, "choice of loaders"},
                  {mode, "embedded mode"}]).

%% Before applications start, which look at flags.
take_flags(Arguments) ->
    [refuse(Flag, What) || {Flag, _} <- sonde_script:flags(Arguments), {Without, What} <- ?WITHOUT, Flag =:= Without],
    %% That of an attached shell says what user_sup is to start in place of user_drv.
    sonde_script:take_flags(Arguments ++ [Word || attached() =/= none, Word <- ["-user", ?MODULE_STRING]]).

main() ->
    %% What user_drv says first; `user` of OTP 25, which reads from a pipe, leaves it out.
    attached() =:= none andalso (has_driver() orelse io:put_chars([erlang:system_info(system_version), $\n])),
    start_shell(),
    [run(Flag, Values) || {Flag, Values} <- sonde_script:flags(init:get_plain_arguments())],
    init ! {?MODULE, started},
    receive after infinity -> ok end.

%% The shell; then what the caller prints goes to it.
start_shell() ->
    start_signal_server(),
    case has_driver() of
        true -> start_user();
        false -> start_reader()
    end,
    group_leader(whereis(user), self()),
    % The user's file .erlang comes before the first prompt.
    c:erlangrc().

refuse(Flag, What) ->
    sonde_trace_output:tell(sonde_trace_output:open(<<>>), io_lib:format("-~ts: sonde shell has no ~ts", [Flag, What])),
    halt(2).

%% What erl does before the first prompt, for one flag with its values. Others do nothing.
run(eval, Texts) -> [evaluate(Text) || Text <- Texts];
run(s, Values) -> call(Values, fun(Arguments) -> [list_to_atom(Argument) || Argument <- Arguments] end);
run(run, Values) -> call(Values, fun(Arguments) -> Arguments end);
run(_, _) -> ok.

evaluate(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    Ended = case lists:reverse(Tokens) of
                [{dot, _} | _] -> Tokens;
                _ -> Tokens ++ [{dot, 1}]
            end,
    {ok, Expressions} = erl_parse:parse_exprs(Ended),
    erl_eval:exprs(Expressions, erl_eval:new_bindings()).

call([Module], _) -> call([Module, "start"], none);
call([Module, Function], _) -> apply(list_to_atom(Module), list_to_atom(Function), []);
call([Module, Function | Arguments], Convert) -> apply(list_to_atom(Module), list_to_atom(Function), [Convert(Arguments)]).

%% OTP's, which ends the machine in order when it receives a signal to terminate, so the terminal gets its old mode back.
start_signal_server() ->
    % It starts with its module (sonde_code).
    {module, gen_event} = code:ensure_loaded(gen_event),
    ok = os:set_signal(sigterm, handle).

%% As under erl: what starts user_drv, whose `user` takes the place of ours, is a child of kernel_sup. So the shell ends
%% before the servers that it needs.
start_user() ->
    Old = whereis(user),
    unregister(user),
    start(#{start => {user_sup, start, []}, type => supervisor}),
    Old ! {?MODULE, user, whereis(user)},
    ok.

%% OTP's terminal with the shell of another machine, as user_sup wants to have it started.
start() -> user_drv:start(['tty_sl -c -e', {sonde_attach_shell, start, [attached()]}]).

%% The socket of the machine whose shell this is to be, or `none`.
attached() ->
    case init:get_argument(sonde_attach) of
        {ok, [[Path] | _]} -> unicode:characters_to_binary(Path);
        _ -> none
    end.

start(Child) ->
    {ok, _} = supervisor:start_child(kernel_sup, Child#{id => user, restart => temporary, shutdown => 2000}),
    ok.

%% Whether user_drv has what it wants. If not, it would go another way that is not ours: so that is found out before.
has_driver() ->
    case code:ensure_loaded(prim_tty) of
        {module, prim_tty} ->
            % What tells the releases whose natives are ours: later ones have others.
            erlang:function_exported(prim_tty, tgoto, 2);
        {error, _} ->
            try
                port_close(open_port({spawn, 'tty_sl -c -e'}, [eof]))
            catch
                error:_ -> false
            end
    end.

start_reader() -> start(#{start => {?MODULE, start_link_reader, []}}).

start_link_reader() ->
    Parent = self(),
    {ok, spawn_link(fun() -> reader(Parent) end)}.

%% The shell itself ends the machine at the end of its input. When the machine is to end before, it has a second to read
%% that far, as under erl.
reader(Parent) ->
    process_flag(trap_exit, true),
    Shell = case attached() of
                none ->
                    io:put_chars(greeting()),
                    shell:start(init);
                Path -> sonde_attach_shell:start(Path)
            end,
    Monitor = monitor(process, Shell),
    receive
        {'DOWN', Monitor, process, _, _} -> init:stop();
        {'EXIT', Parent, Reason} ->
            receive {'DOWN', Monitor, process, _, _} -> ok after 1000 -> ok end,
            exit(Reason)
    end.

%% Up to OTP 25, nothing where there is no terminal.
greeting() ->
    case code:ensure_loaded(prim_tty) of
        {module, _} -> [erlang:system_info(system_version), $\n];
        {error, _} -> ""
    end.
