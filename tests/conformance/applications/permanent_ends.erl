%% shows that the machine goes down when a permanent application has ended
%% exit: 1
%% reports: ignored
-module(permanent_ends).
-behaviour(application).
-behaviour(supervisor).
-export([main/0, start/2, stop/1, init/1]).

main() ->
    os:putenv("ERL_CRASH_DUMP_SECONDS", "0"),
    Keys = [{mod, {?MODULE, []}}, {applications, [kernel, stdlib]}, {vsn, "1"}],
    [ok = application:load({application, Name, Keys}) || Name <- [passing, lasting]],
    ok = application:start(passing, temporary),
    end_of(passing),
    io:format("~p~n", [[A || {A, _, _} <- application:which_applications(), A =:= passing]]),
    ok = application:start(lasting, permanent),
    end_of(lasting),
    receive after infinity -> ok end.

%% Its supervisor is killed; the function stop/1 is called before anybody learns of it.
end_of(Name) ->
    exit(whereis(the_supervisor), kill),
    gone(Name).

gone(Name) ->
    case lists:keymember(Name, 1, application:which_applications()) of
        true -> gone(Name);
        false -> ok
    end.

start(Type, []) ->
    io:format("~p~n", [Type]),
    supervisor:start_link({local, the_supervisor}, ?MODULE, []).
stop(_) -> io:format("stopped~n").
init([]) -> {ok, {#{}, []}}.
