%% Connected sockets on 127.0.0.1, for programs about sockets.
-module(loopback).
-export([listen/0, listen/1, pair/0, pair/2, pair_on/3, next/0, next/1, flush/1, text/1]).

listen() -> listen([]).
listen(Options) ->
    {ok, Listening} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}, binary, {active, false} | Options]),
    {ok, Port} = inet:port(Listening),
    {Listening, Port}.

%% {Server, Client}: both ends, owned by the caller, passive and binary.
pair() -> pair([], []).
pair(ServerOptions, ClientOptions) ->
    {Listening, Port} = listen(ServerOptions),
    Pair = pair_on(Listening, Port, ClientOptions),
    gen_tcp:close(Listening),
    Pair.

pair_on(Listening, Port, ClientOptions) ->
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false} | ClientOptions], 5000),
    {ok, Server} = gen_tcp:accept(Listening, 5000),
    {Server, Client}.

%% The next message, with ports replaced by an atom.
next() -> next(5000).
next(Time) -> receive Message -> text(Message) after Time -> none end.

%% All messages of the next Time milliseconds.
flush(Time) ->
    case next(Time) of
        none -> [];
        Message -> [Message | flush(Time)]
    end.

text(Port) when is_port(Port) -> port;
text(Pid) when is_pid(Pid) -> pid;
text(Ref) when is_reference(Ref) -> ref;
text(Tuple) when is_tuple(Tuple) -> list_to_tuple(text(tuple_to_list(Tuple)));
text([H | T]) -> [text(H) | text(T)];
text(Other) -> Other.
