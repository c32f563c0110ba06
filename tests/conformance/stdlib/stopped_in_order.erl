%% shows what init:stop/1 lets happen before the machine ends: applications stop, the last one first, and the servers of each
%% terminate, from the last to the first
%% exit: 7
-module(stopped_in_order).
-behaviour(application).
-behaviour(supervisor).
-behaviour(gen_server).
-export([main/0, start/2, prep_stop/1, stop/1, init/1, handle_call/3, handle_cast/2, terminate/2]).

main() ->
    [ok = application:load(description(A, Others)) || {A, Others} <- [{first, []}, {second, [first]}]],
    {ok, [first, second]} = application:ensure_all_started(second),
    io:format("~p~n", [[A || {A, _, _} <- application:which_applications(), A =:= first orelse A =:= second]]),
    init:stop(7),
    receive after infinity -> ok end.

description(Name, Others) ->
    {application, Name, [{mod, {?MODULE, Name}}, {applications, [kernel, stdlib | Others]}, {vsn, "1"}]}.

start(normal, Name) ->
    {ok, Pid} = supervisor:start_link(?MODULE, {supervisor, Name}),
    {ok, Pid, Name}.
prep_stop(Name) ->
    io:format("~p is to stop~n", [Name]),
    Name.
stop(Name) -> io:format("~p has stopped~n", [Name]).

init({supervisor, Name}) ->
    Child = fun(Id) -> #{id => Id, start => {gen_server, start_link, [?MODULE, {server, {Name, Id}}, []]}} end,
    {ok, {#{}, [Child(one), Child(two)]}};
init({server, Name}) ->
    process_flag(trap_exit, true),
    {ok, Name}.

handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(_, State) -> {noreply, State}.
terminate(Reason, Name) -> io:format("~p terminates: ~p~n", [Name, Reason]).
