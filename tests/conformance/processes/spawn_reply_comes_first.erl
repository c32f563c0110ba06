%% shows that the answer to spawn_request/4 comes before what the new process sends, and before its end
-module(spawn_reply_comes_first).
-export([main/0]).

main() ->
    io:format("~p~n", [lists:usort([sent(N) || N <- lists:seq(1, 2000)])]),
    io:format("~p~n", [lists:usort([ended(N) || N <- lists:seq(1, 2000)])]).

sent(_) ->
    Parent = self(),
    Request = spawn_request(fun() -> Parent ! hello end),
    [receive Message -> name(Message, Request) end || _ <- [1, 2]].

ended(_) ->
    Request = spawn_request(fun() -> ok end, [monitor]),
    [receive Message -> name(Message, Request) end || _ <- [1, 2]].

name({spawn_reply, Request, ok, Pid}, Request) when is_pid(Pid) -> reply;
name({'DOWN', Request, process, _, normal}, Request) -> down;
name(hello, _) -> hello.
