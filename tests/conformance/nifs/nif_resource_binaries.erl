%% shows a binary whose bytes are a resource's
-module(nif_resource_binaries).
-export([main/0]).

main() ->
    {First, Part} = parts(2),
    erlang:garbage_collect(),
    io:format("~p ~p~n", [First, Part]),
    io:format("~p~n", [receive Early -> Early after 0 -> still_there end]),
    Bytes = nif_objects:make_bytes(3),
    io:format("~p ~p~n", [byte_size(Bytes), nif_objects:value(Bytes)]),
    show(fun() -> nif_objects:value(binary:copy(Bytes)) end),
    io:format("~p~n", [Bytes =:= binary:copy(<<"d">>, 100)]),
    io:format("~p~n", [<<Bytes/binary, "more">> =:= <<(binary:copy(<<"d">>, 100))/binary, "more">>]),
    forget(),
    erlang:garbage_collect(),
    io:format("~p~n", [lists:sort([receive M -> M after 5000 -> never end || _ <- [first, second]])]).

parts(N) ->
    <<First:4/binary, _:6/binary, Part:80/binary, _/binary>> = nif_objects:make_bytes(N),
    put(part, Part),
    {binary:copy(First), byte_size(Part)}.

forget() -> erase(part), ok.

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
