%% shows that a port on a descriptor takes what comes while it is open, and leaves the rest and the descriptor to the next
-module(port_descriptors).
-include("../support/edge.hrl").

main() -> scratch_folder:with(fun run/1).

run(Folder) ->
    Name = filename:join(Folder, "pipe"),
    os:cmd("mkfifo " ++ Name),
    {ok, File} = file:open(Name, [read, write, raw]),
    <<Descriptor:32/native>> = prim_file:get_handle(element(3, File)),
    {ok, Writer} = file:open(Name, [write, raw]),
    Open = fun() -> open_port({fd, Descriptor, Descriptor}, [in, binary]) end,
    Write = fun(Text) -> ok = file:write(Writer, Text) end,
    First = Open(),
    Write("one"),
    ?T(got(First, 3)),
    ?T(port_close(First)),
    %% Nobody reads: it waits in the pipe.
    Write("two"),
    Second = Open(),
    ?T(got(Second, 3)),
    ?T(port_close(Second)),
    ?T([round(Open, Write, N) || N <- lists:seq(1, 20)]),
    Write("by file"),
    ?T(file:read(File, 7)),
    %% The I/O thread no longer watches the descriptor once it has served another port: it may be closed.
    ?T(os:cmd("echo done")),
    ?T(file:close(File)),
    file:close(Writer).

%% Closed before and after something comes.
round(Open, Write, N) ->
    Text = integer_to_list(1000 + N),
    true = port_close(Open()),
    Write(Text),
    Port = Open(),
    Got = got(Port, 4),
    true = port_close(Port),
    Got =:= list_to_binary(Text).

got(_, 0) -> <<>>;
got(Port, Size) when Size > 0 ->
    receive {Port, {data, Bytes}} -> <<Bytes/binary, (got(Port, Size - byte_size(Bytes)))/binary>>
    after 20000 -> none
    end.
