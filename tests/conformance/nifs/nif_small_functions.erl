%% shows memory, types of terms, unique integers, clocks, texts, the environment, dlopen: what C code asks of the machine besides terms and processes
%% needs: 27
-module(nif_small_functions).
-export([main/0]).

main() ->
    Port = open_port({spawn, "cat"}, []),
    register(cat, Port),
    Terms = [atom, 1, -1.5, 1 bsl 80, [], [a], [a | b], {}, {1, 2}, #{}, #{a => 1}, <<>>, <<1, 2>>, <<1:3>>, self(), make_ref(), Port, fun() -> ok end,
             fun lists:map/2],
    [io:format("~0p ~p~n", [hidden(Term), nif_rest:types(Term)]) || Term <- Terms],
    io:format("~p~n", [nif_rest:memory()]),
    [io:format("~p ~p~n", [Name, nif_rest:existing_atom(Name)]) || Name <- [<<"atom">>, <<"nobody has made this">>, <<>>, <<255>>]],
    io:format("~p ~p~n", [nif_rest:part_of_string(), nif_rest:tuple_of(x)]),
    unique(),
    [io:format("~p~n", [[catch nif_rest:convert(Time, From, To) || From <- [0, 1, 2, 3], To <- [0, 1, 2, 3]]]) || Time <- [0, 1, -1, 1500, -1500]],
    [io:format("~p~n", [case Now of {A, B, C} when A >= 0, B >= 0, B < 1000000, C >= 0, C < 1000000 -> triple; Other -> Other end]) || Now <- nif_rest:now()],
    io:format("~p~n", [[nif_rest:whereis_port(Name) =:= Port || Name <- [cat, init, nobody, "cat", self()]]]),
    io:format("~p~n", [nif_rest:undefined_pid()]),
    io:format("~p~n", [nif_rest:print([{a, "text"}, 1.5, <<1>>])]),
    os:putenv("SONDE_VALUE", "value"),
    [io:format("~p ~p ~p~n", [Name, Room, nif_rest:variable(<<Name/binary, 0>>, Room)])
     || Name <- [<<"SONDE_VALUE">>, <<"SONDE_NO_VALUE">>], Room <- [0, 1, 5, 6, 50]],
    io:format("~p~n", [nif_rest:dynamic()]),
    [Release, Schedulers | Flags] = nif_rest:machine(),
    io:format("~p~n", [{Release =:= erlang:system_info(otp_release), Schedulers =:= erlang:system_info(schedulers), Flags}]),
    port_close(Port).

unique() ->
    Four = [[nif_rest:unique(Positive, Monotonic) || _ <- [1, 2, 3]] || Positive <- [0, 1], Monotonic <- [0, 1]],
    io:format("~p~n", [[length(lists:usort(Three)) || Three <- Four]]),
    io:format("~p~n", [[Three =:= lists:sort(Three) || Three <- [lists:nth(2, Four), lists:nth(4, Four)]]]),
    io:format("~p~n", [[lists:all(fun(N) -> N > 0 end, Three) || Three <- [lists:nth(3, Four), lists:nth(4, Four)]]]),
    A = nif_rest:unique(1, 1),
    B = erlang:unique_integer([positive, monotonic]),
    io:format("~p~n", [A < B andalso B < nif_rest:unique(1, 1)]).

hidden(Term) when is_pid(Term); is_reference(Term); is_port(Term); is_function(Term) -> x;
hidden(Term) -> Term.
