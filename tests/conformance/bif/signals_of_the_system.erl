%% shows that signals of the operating system come to the handler of erl_signal_server, OTP's own or another in its place
-module(signals_of_the_system).
-behaviour(gen_event).
-export([main/0, init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).

main() ->
    io:format("~p~n", [gen_event:which_handlers(erl_signal_server)]),
    io:format("~p~n", [application:get_application(whereis(erl_signal_server))]),
    io:format("~p~n", [lists:keyfind(erl_signal_server, 1, supervisor:which_children(kernel_sup)) =:=
                           {erl_signal_server, whereis(erl_signal_server), worker, dynamic}]),
    ok = gen_event:swap_handler(erl_signal_server, {erl_signal_handler, []}, {?MODULE, self()}),
    ok = os:set_signal(sigusr2, handle),
    os:cmd("kill -USR2 " ++ os:getpid()),
    receive Event -> io:format("~p~n", [Event]) end,
    ok = os:set_signal(sigusr2, ignore),
    os:cmd("kill -USR2 " ++ os:getpid()),
    io:format("~p~n", [gen_event:call(erl_signal_server, ?MODULE, asked)]),
    receive Another -> io:format("~p~n", [Another]) after 0 -> io:format("nothing~n") end.

init({Owner, _}) -> {ok, Owner}.
handle_event(Event, Owner) ->
    Owner ! {event, Event},
    {ok, Owner}.
handle_call(Request, Owner) -> {ok, {answer_to, Request}, Owner}.
handle_info(_, Owner) -> {ok, Owner}.
terminate(_, _) -> ok.
