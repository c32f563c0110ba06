%% Programs to be watched by profilers, recorders and logs: the same for each, so that what watching costs can be compared.
-module(watched).
-export([main/1, main/0, compute/1, serve/1, spawning/1, mixed/1]).

%% The profilers of OTP call main/0; what it runs stands in the environment.
main() -> main([os:getenv("WATCHED"), os:getenv("WATCHED_SIZE")]).

main([Program, Size]) -> run(list_to_atom(Program), list_to_integer(Size)).

run(compute, Size) -> compute(Size);
run(serve, Size) -> serve(Size);
run(spawning, Size) -> spawning(Size);
run(mixed, Size) -> mixed(Size).

%% Many small calls: Size times fib(17), and sorting.
compute(0) -> ok;
compute(N) ->
    1597 = fib(17),
    1 = hd(lists:sort(lists:seq(200, 1, -1))),
    compute(N - 1).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

%% A server that is asked Size times.
serve(Size) ->
    Server = spawn_link(fun() -> loop(#{}) end),
    ask(Server, Size),
    Server ! stop.

ask(_, 0) -> ok;
ask(Server, N) ->
    Server ! {put, self(), N rem 100, N},
    receive {Server, ok} -> ask(Server, N - 1) end.

loop(Map) ->
    receive
        {put, From, Key, Value} ->
            From ! {self(), ok},
            loop(Map#{Key => Value});
        stop -> ok
    end.

%% Size processes, one after the other, that sort a little.
spawning(0) -> ok;
spawning(N) ->
    {_, Monitor} = spawn_monitor(fun() -> lists:sort(lists:seq(100, 1, -1)) end),
    receive {'DOWN', Monitor, process, _, normal} -> spawning(N - 1) end.

%% What a service does, Size times: a request to a server that parses it, looks something up and formats an answer, some ten microseconds.
mixed(Size) ->
    Server = spawn_link(fun() -> answer(maps:from_list([{N, integer_to_binary(N)} || N <- lists:seq(1, 1000)])) end),
    request(Server, Size),
    Server ! stop.

request(_, 0) -> ok;
request(Server, N) ->
    Server ! {request, self(), iolist_to_binary(["GET /item/", integer_to_binary(N rem 1000 + 1), "?sort=name&page=", integer_to_binary(N), " HTTP/1.1"])},
    receive {answer, Server, _} -> request(Server, N - 1) end.

answer(Items) ->
    receive
        {request, From, Bytes} ->
            [<<"GET">>, Path, <<"HTTP/1.1">>] = binary:split(Bytes, <<" ">>, [global]),
            [Resource, Query] = binary:split(Path, <<"?">>),
            [<<>>, <<"item">>, Name] = binary:split(Resource, <<"/">>, [global]),
            Fields = [list_to_tuple(binary:split(Field, <<"=">>)) || Field <- binary:split(Query, <<"&">>, [global])],
            Text = [["<p>", Key, ": ", string:uppercase(Value), "</p>"] || {Key, Value} <- lists:sort(Fields)],
            From ! {answer, self(), iolist_to_binary([maps:get(binary_to_integer(Name), Items) | Text])},
            answer(Items);
        stop -> ok
    end.
