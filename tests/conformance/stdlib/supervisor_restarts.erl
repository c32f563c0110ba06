%% shows supervisor: permanent, transient and temporary children ending normally or not, significant ones, and automatic shutdown
-module(supervisor_restarts).
-include("../support/edge.hrl").
-export([init/1, start_child/1]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    ?T([{Restart, [ends(Restart, How) || How <- [normal, shutdown, {shutdown, x}, crash, killed]]} || Restart <- [permanent, transient, temporary]]),
    ?T([significant(Auto, Restart, How) || Auto <- [any_significant, all_significant], Restart <- [transient, temporary], How <- [normal, crash]]),
    ?T(supervisor:start_link(?MODULE, {#{auto_shutdown => any_significant}, [(spec(a, permanent))#{significant => true}]})),
    ?T(supervisor:start_link(?MODULE, {#{}, [(spec(a, transient))#{significant => true}]})),
    ?T(intensity()),
    ?T(shutdown_kills()),
    ok.

%% Is the child there again, and under another pid, after it ended so?
ends(Restart, How) ->
    {ok, S} = supervisor:start_link(?MODULE, {#{intensity => 3}, [spec(a, Restart)]}),
    P = whereis(a),
    finish(S, P, How),
    R = case [Q || {a, Q, _, _} <- supervisor:which_children(S)] of [] -> gone; [undefined] -> not_running; [P] -> same; [Q] when is_pid(Q) -> restarted end,
    unlink(S), stop(S), R.

significant(Auto, Restart, How) ->
    {ok, S} = supervisor:start_link(?MODULE, {#{auto_shutdown => Auto}, [(spec(a, Restart))#{significant => true}, (spec(b, Restart))#{significant => true}, spec(c, permanent)]}),
    finish(S, whereis(a), How),
    R = try length(supervisor:which_children(S)) catch exit:_ -> receive {'EXIT', S, W} -> W end end,
    unlink(S), stop(S), R.

intensity() ->
    {ok, S} = supervisor:start_link(?MODULE, {#{intensity => 1, period => 60}, [spec(a, permanent)]}),
    finish(S, whereis(a), crash),
    [{a, P, _, _}] = supervisor:which_children(S),
    finish(S, P, crash),
    receive {'EXIT', S, W} -> W end.

%% A child that does not want to go is killed after its time.
shutdown_kills() ->
    Self = self(),
    {ok, S} = supervisor:start_link(?MODULE, {#{}, [#{id => a, start => {?MODULE, start_child, [{stubborn, Self}]}, shutdown => 1}]}),
    P = receive {stubborn, X} -> X end,
    M = monitor(process, P),
    {supervisor:terminate_child(S, a), receive {'DOWN', M, _, _, W} -> W end}.

spec(Id, Restart) -> #{id => Id, start => {?MODULE, start_child, [Id]}, restart => Restart}.
init(How) -> {ok, How}.
start_child({stubborn, To}) -> {ok, spawn_link(fun() -> process_flag(trap_exit, true), To ! {stubborn, self()}, receive never -> ok end end)};
start_child(Name) -> P = spawn_link(fun() -> receive normal -> ok; R -> exit(R) end end), register(Name, P), {ok, P}.
%% Ends a child; its supervisor has done what it does about it, or is gone.
finish(S, P, How) ->
    case How of killed -> exit(P, kill); _ -> P ! How end,
    seen(S, P).
seen(S, P) ->
    try lists:keymember(P, 2, supervisor:which_children(S)) of
        true -> erlang:yield(), seen(S, P);
        false -> ok
    catch exit:_ -> ok
    end.
stop(S) -> M = monitor(process, S), exit(S, shutdown), receive {'DOWN', M, _, _, _} -> ok end.
