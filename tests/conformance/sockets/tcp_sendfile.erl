%% shows file:sendfile: whole files, parts, past the end, behind data that is queued
-module(tcp_sendfile).
-export([main/0]).

main() ->
    scratch_folder:with(fun(Folder) ->
        Name = filename:join(Folder, "data"),
        Bytes = << <<(N rem 251)>> || N <- lists:seq(1, 300000) >>,
        ok = file:write_file(Name, Bytes),
        [io:format("~p~n", [sent(Name, Bytes, Part)]) || Part <- [{0, 0}, {10, 100}, {299990, 100}, {400000, 10}, {0, 300000}]]
    end).

sent(Name, Bytes, {Offset, Length}) ->
    {Server, Client} = loopback:pair([{recbuf, 20000}], [{sndbuf, 20000}]),
    {ok, File} = file:open(Name, [read, raw, binary]),
    Self = self(),
    Reader = spawn_link(fun() -> Self ! {self(), all(Server, [])} end),
    ok = gen_tcp:send(Client, "head"),
    Result = file:sendfile(File, Client, Offset, Length, []),
    ok = gen_tcp:send(Client, "tail"),
    gen_tcp:close(Client),
    Size = max(0, min(case Length of 0 -> byte_size(Bytes); _ -> Length end, byte_size(Bytes) - Offset)),
    Part = binary:part(Bytes, min(Offset, byte_size(Bytes)), Size),
    Expected = iolist_to_binary(["head", Part, "tail"]),
    {Offset, Length, Result, receive {Reader, All} -> All =:= Expected end}.

all(Socket, Before) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> all(Socket, [Before, Data]);
        {error, closed} -> iolist_to_binary(Before)
    end.
