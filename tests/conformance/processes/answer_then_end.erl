%% shows that a server that answers a call and ends has given its name back when the caller goes on
%% skip: yield its slices end between the answer and the end
%% skip: delay as above
%% skip: tsan the server needs longer for its last steps than a message
-module(answer_then_end).
-export([main/0]).

%% Nobody promises this order, but servers that are started anew at once rely on it. So it is counted: most of the rounds.
main() ->
    Others = [spawn_link(fun relay/0) || _ <- lists:seq(1, 3)],
    Free = length([N || N <- lists:seq(1, 1000), is_free_after(Others, N)]),
    io:format("name free again in most rounds: ~w~n", [Free > 900]),
    [begin unlink(Other), exit(Other, kill) end || Other <- Others],
    ok.

%% The server also wakes others before it ends, as one does that writes a report.
is_free_after(Others, N) ->
    Self = self(),
    Server = spawn(fun() -> serve(Self, Others, N) end),
    receive {Server, ready} -> ok end,
    Server ! stop,
    receive {Server, stopped} -> ok end,
    IsFree = whereis(server) =:= undefined,
    Monitor = monitor(process, Server),
    receive {'DOWN', Monitor, process, Server, _} -> ok end,
    IsFree.

serve(Caller, Others, N) ->
    register(server, self()),
    Caller ! {self(), ready},
    receive stop -> ok end,
    Caller ! {self(), stopped},
    [Other ! {report, N} || Other <- Others],
    _ = lists:sum(lists:seq(1, 300)),
    ok.

relay() ->
    receive {report, _} -> relay() end.
