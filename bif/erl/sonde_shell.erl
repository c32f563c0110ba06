%% `sonde shell`: OTP's own shell, line editing and all: what OTP calls user_drv has the terminal. Without one (a pipe, a
%% file), or with libraries whose user_drv wants more of the machine (OTP 26 and later), the shell reads lines from `user`.
-module(sonde_shell).

-export([main/0]).

main() ->
    {module, user_drv} = code:ensure_loaded(user_drv),
    case erlang:function_exported(user_drv, server, 2) andalso start_driver() of
        true -> receive after infinity -> ok end;
        false -> plain()
    end.

%% user_drv starts a `user` of its own, unless somebody has the name. Where it gets no terminal, it goes another way that
%% is not ours: so that is found out before.
start_driver() ->
    try open_port({spawn, 'tty_sl -c -e'}, [eof]) of
        Port ->
            port_close(Port),
            unregister(user),
            user_drv:start(),
            true
    catch
        error:_ -> false
    end.

%% The shell itself ends the machine at the end of its input.
plain() ->
    io:put_chars([erlang:system_info(system_version), $\n]),
    Shell = shell:start(true),
    Monitor = monitor(process, Shell),
    receive {'DOWN', Monitor, process, _, _} -> ok end.
