%% Where a trace, a profile or a list of processes goes, and the lines for the user beside it.
%%
%%   {file, Descriptor, Name}   a file, or standard error
%%   {later, Name}              a file that is opened when there is something to write
%%   {client, Pid}              the process that serves a connection (sonde_control); the writer waits until the client has taken it
-module(sonde_trace_output).

-export([open/1, later/1, opened/1, with_reader/2, write/2, name/1, tell/2, refuse/1, refused/1]).

-include_lib("kernel/include/file.hrl").

%% How often a named pipe without a reader is tried again.
-define(READER_MS, 20).

%% The file of this name, standard error for <<>>. What was in the file is gone then: everything that can be wrong with a request is checked before.
open(<<>>) -> {file, 2, <<"standard error">>};
open(Name) ->
    case with_reader(Name, fun sonde_native:create_file/1) of
        Fd when is_integer(Fd) -> {file, Fd, Name};
        {error, Reason} -> throw({refused, 1, [Name, ": ", erl_posix_msg:message(Reason)]})
    end.

%% The same where another machine checks the request: the file is opened by opened/1, when that has accepted it. A pipe has nothing to lose.
later(Name) ->
    case Name =:= <<>> orelse is_pipe(Name) of
        true -> open(Name);
        false -> {later, Name}
    end.

opened({later, Name}) -> open(Name);
opened(Sink) -> Sink.

%% What Open(Name) returns, which is {error, enxio} as long as Name is a pipe that nobody reads. The process waits for the reader, so that the
%% program can be ended meanwhile.
with_reader(Name, Open) ->
    case Open(Name) of
        {error, enxio} = Error ->
            case is_pipe(Name) of
                true ->
                    receive after ?READER_MS -> ok end,
                    with_reader(Name, Open);
                false -> Error
            end;
        Result -> Result
    end.

is_pipe(Name) ->
    case prim_file:read_file_info(Name) of
        {ok, #file_info{mode = Mode}} -> Mode band 8#170000 =:= 8#010000;
        {error, _} -> false
    end.

name({file, _, Name}) -> Name;
name({later, Name}) -> Name;
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
tell(_, Text) ->
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
