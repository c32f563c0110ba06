%% shows that the function of a library's option ERL_NIF_OPT_ON_UNLOAD_THREAD is called once on each scheduler before the library is unloaded
%% needs: 27
-module(nif_unload_thread).
-export([main/0]).

main() ->
    register(unloaded, self()),
    {module, nif_unloading} = code:load_file(nif_unloading),
    ok = nif_unloading:use(),
    io:format("~p ~p~n", [nif_unloading:computes(), nif_unloading:waits()]),
    true = code:delete(nif_unloading),
    io:format("~p~n", [receive Early -> Early after 50 -> nothing_yet end]),
    false = code:purge(nif_unloading),
    receive
        {unloaded, Schedulers, Computing, Waiting, Others, Repeated} ->
            io:format("schedulers: all ~p, computing ~p, waiting ~p, others ~p, twice ~p~n",
                      [Schedulers =:= erlang:system_info(schedulers), Computing, Waiting, Others, Repeated])
    after 5000 -> io:format("not unloaded~n")
    end,
    %% Unloading is done: nothing is called any more.
    io:format("~p~n", [receive Late -> Late after 50 -> nothing_more end]).
