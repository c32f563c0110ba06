%% Where a trace, a profile or a list of processes goes, and the lines for the user beside it.
%%
%%   {file, Descriptor, Name}   a file, or standard error
%%   {client, Pid}              the process that serves a connection (sonde_control); the writer waits until the client has taken it
-module(sonde_trace_output).

-export([open/1, write/2, name/1, tell/2, refuse/1, refused/1]).

%% The file of this name, standard error for <<>>.
open(<<>>) -> {file, 2, <<"standard error">>};
open(Name) ->
    case sonde_native:create_file(Name) of
        Fd when is_integer(Fd) -> {file, Fd, Name};
        {error, Reason} -> throw({refused, 1, [Name, ": ", erl_posix_msg:message(Reason)]})
    end.

name({file, _, Name}) -> Name;
name({client, _}) -> <<"connection">>.

%% Throws {cannot_write, Reason}.
write({file, Fd, _}, Bytes) ->
    case sonde_native:write(Fd, Bytes) of
        ok -> ok;
        {error, Reason} -> throw({cannot_write, Reason})
    end;
write({client, Pid}, Bytes) ->
    Monitor = monitor(process, Pid),
    Pid ! {output, {self(), Monitor}, Bytes},
    receive
        {written, Monitor} ->
            demonitor(Monitor, [flush]),
            ok;
        {'DOWN', Monitor, process, _, _} -> throw({cannot_write, epipe})
    end.

%% A line for the user; lost where standard error is closed.
tell({client, Pid}, Text) ->
    Pid ! {tell, unicode:characters_to_binary(Text)},
    ok;
tell({file, _, _}, Text) ->
    _ = sonde_native:write(2, unicode:characters_to_binary(["sonde: ", Text, $\n])),
    ok.

%% A request that cannot be met: nothing has begun, and the exit status is 2.
refuse(Text) -> throw({refused, 2, Text}).

%% Does what Fun does; a machine whose request is refused ends with one line.
refused(Fun) ->
    try Fun()
    catch throw:{refused, Status, Text} ->
        tell(open(<<>>), Text),
        halt(Status)
    end.
