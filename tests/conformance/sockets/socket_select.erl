%% Calls of module socket that do not wait: select messages, their order among processes, cancelling, and what those who wait learn when
%% the socket is closed or its owner ends.
-module(socket_select).
-export([main/0]).

main() ->
    {Listening, Client, Server} = connection(),
    waiting(Client, Server),
    in_line(Client, Server),
    writing(Client, Server),
    accepting(Listening),
    closing(),
    owners(),
    monitors().

waiting(Client, Server) ->
    {select, {select_info, Tag, Handle} = Info} = socket:recv(Server, 0, nowait),
    show(waits, Tag),
    show(no_data, flush()),
    ok = socket:send(Client, <<"data">>),
    receive {'$socket', Server, select, Handle} -> show(message, ready) end,
    show(received, socket:recv(Server, 0, nowait)),
    show(cancel_nothing, element(1, socket:cancel(Server, Info))),
    {select, Info2} = socket:recv(Server, 0, nowait),
    show(cancel, socket:cancel(Server, Info2)),
    ok = socket:send(Client, <<"more">>),
    show(cancelled, flush()),
    show(received, socket:recv(Server, 4, 1000)),
    {select, {select_info, recv, Own} = Info3} = socket:recv(Server, 0, [], make_ref()),
    show(own_handle, is_reference(Own)),
    ok = socket:cancel(Server, Info3).

%% The first process that waits gets the message; the next one, when the first has its data.
in_line(Client, Server) ->
    Self = self(),
    Waiters = [begin
                   Pid = spawn_link(fun() -> receive go -> Self ! {Name, socket:recv(Server, 1)} end end),
                   Pid ! go,
                   wait_readers(Server, Name),
                   Pid
               end || Name <- [1, 2, 3]],
    show(readers, maps:get(num_readers, socket:info(Server))),
    ok = socket:send(Client, <<"abc">>),
    show(answers, [receive {Name, Answer} -> {Name, Answer} end || Name <- [1, 2, 3]]),
    show(readers, maps:get(num_readers, socket:info(Server))),
    length(Waiters).

wait_readers(Server, Count) ->
    maps:get(num_readers, socket:info(Server)) >= Count orelse begin erlang:yield(), wait_readers(Server, Count) end.

writing(Client, Server) ->
    Block = binary:copy(<<"x">>, 1 bsl 20),
    {Rest, Info, Sent} = fill(Client, Block, 0),
    show(rest, byte_size(Rest) > 0),
    Self = self(),
    spawn_link(fun() -> Self ! {drained, drain(Server, Sent)} end),
    receive {'$socket', Client, select, _} -> show(writable, yes) end,
    receive {drained, Result} -> show(drained, Result) end,
    is_tuple(Info).

fill(Client, Block, Sent) ->
    case socket:send(Client, Block, nowait) of
        ok -> fill(Client, Block, Sent + byte_size(Block));
        {select, {Info, Rest}} -> {Rest, Info, Sent + byte_size(Block) - byte_size(Rest)};
        {select, Info} -> {Block, Info, Sent}
    end.

drain(_, 0) -> ok;
drain(Server, Left) ->
    {ok, Bytes} = socket:recv(Server, 0),
    drain(Server, Left - byte_size(Bytes)).

accepting(Listening) ->
    {select, {select_info, Tag, Handle}} = socket:accept(Listening, nowait),
    show(waits, Tag),
    {ok, Address} = socket:sockname(Listening),
    {ok, Client} = socket:open(inet, stream),
    case socket:connect(Client, Address, nowait) of
        ok -> ok;
        {select, {select_info, connect, Connecting}} ->
            receive {'$socket', Client, select, Connecting} -> ok end,
            ok = socket:connect(Client)
    end,
    receive {'$socket', Listening, select, Handle} -> show(message, ready) end,
    {ok, Server} = socket:accept(Listening, nowait),
    ok = socket:send(Client, <<"hi">>),
    show(accepted, socket:recv(Server, 2)),
    show(busy, begin {select, I} = socket:accept(Listening, nowait), R = socket:recv(Listening, 0, 0), socket:cancel(Listening, I), R end).

closing() ->
    {_, _, Server} = connection(),
    Self = self(),
    Reader = spawn_link(fun() -> Self ! {reader, socket:recv(Server, 0)} end),
    wait_readers(Server, 1),
    show(close, socket:close(Server)),
    receive {reader, Result} -> show(reader, Result) end,
    {_, _, Server2} = connection(),
    {select, {select_info, recv, Handle}} = socket:recv(Server2, 0, nowait),
    show(close, socket:close(Server2)),
    receive {'$socket', Server2, abort, {Handle, Reason}} -> show(abort, Reason) end,
    is_pid(Reader).

owners() ->
    {_, Client, Server} = connection(),
    Self = self(),
    {Owner, Watch} = spawn_monitor(fun() -> receive {give, S} -> Self ! {owner, socket:getopt(S, {otp, controlling_process})}, receive stop -> ok end end end),
    show(not_owner, begin
                        P = spawn_link(fun() -> Self ! {other, socket:setopt(Server, {otp, controlling_process}, self())} end),
                        receive {other, Other} -> is_pid(P), Other end
                    end),
    show(give, socket:setopt(Server, {otp, controlling_process}, Owner)),
    Owner ! {give, Server},
    receive {owner, {ok, Pid}} -> show(owner, Pid =:= Owner) end,
    Owner ! stop,
    receive {'DOWN', Watch, process, _, _} -> ok end,
    show(peer, socket:recv(Client, 0, 5000)),
    show(dead, wait_closed(Server)),
    show(no_process, socket:setopt(Client, {otp, controlling_process}, Owner)),
    show(closed, wait_closed(Client)).

wait_closed(Socket) ->
    case socket:sockname(Socket) of
        {error, closed} -> closed;
        _ -> erlang:yield(), wait_closed(Socket)
    end.

monitors() ->
    {_, Client, _} = connection(),
    Monitor = socket:monitor(Client),
    ok = socket:close(Client),
    receive {'DOWN', Monitor, socket, Client, Reason} -> show(down, Reason) end,
    {_, Client2, _} = connection(),
    show(known, lists:member(Client2, socket:which_sockets())),
    show(cancel, socket:cancel_monitor(socket:monitor(Client2))).

connection() ->
    {ok, Listening} = socket:open(inet, stream, tcp),
    ok = socket:bind(Listening, #{family => inet, addr => loopback, port => 0}),
    ok = socket:listen(Listening),
    {ok, Address} = socket:sockname(Listening),
    {ok, Client} = socket:open(inet, stream, tcp),
    ok = socket:connect(Client, Address),
    {ok, Server} = socket:accept(Listening),
    {Listening, Client, Server}.

flush() ->
    receive Message -> [Message | flush()] after 20 -> [] end.

show(What, Value) -> io:format("~p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
