%% `sonde shell`: OTP's own shell, line editing and all: what OTP calls user_drv has the terminal. Without one (a pipe, a
%% file), or with libraries whose user_drv wants more of the machine (OTP 28 and later), the shell reads lines from `user`.
-module(sonde_shell).

-export([main/0]).

main() ->
    case has_terminal() of
        true ->
            start_user(),
            receive after infinity -> ok end;
        false -> plain()
    end.

%% As under erl: what starts user_drv, whose `user` takes the place of ours, is a child of kernel_sup. So the shell ends
%% before the servers that it needs.
start_user() ->
    unregister(user),
    {ok, _} = supervisor:start_child(kernel_sup, #{id => user, start => {user_sup, start, []}, restart => temporary,
                                                   shutdown => 2000, type => supervisor}),
    ok.

%% Whether user_drv would get it. If not, it would go another way that is not ours: so that is found out before.
has_terminal() ->
    case code:ensure_loaded(prim_tty) of
        {module, prim_tty} -> has_prim_tty();
        {error, _} -> has_driver()
    end.

has_driver() ->
    try
        port_close(open_port({spawn, 'tty_sl -c -e'}, [eof]))
    catch
        error:_ -> false
    end.

has_prim_tty() ->
    % What tells the releases whose natives are ours: later ones have others.
    erlang:function_exported(prim_tty, tgoto, 2) andalso
        prim_tty:isatty(stdin) =:= true andalso
        prim_tty:isatty(stdout) =:= true andalso
        os:getenv("TERM", "dumb") =/= "dumb".

%% The shell itself ends the machine at the end of its input.
plain() ->
    io:put_chars([erlang:system_info(system_version), $\n]),
    Shell = shell:start(true),
    Monitor = monitor(process, Shell),
    receive {'DOWN', Monitor, process, _, _} -> ok end.
