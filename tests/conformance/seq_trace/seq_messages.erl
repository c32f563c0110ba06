%% proves Q1, Q3, Q7: messages carry the token; serials; names, aliases, selective receive, processes without a token.
-module(seq_messages).
-export([main/0]).
-import(seq_stream, [run/1, child/1, token/0]).

main() ->
    run([
        {send, 11, fun() ->
            Q = echo(),
            Q ! {self(), hello},
            receive X -> ok end,
            Q ! {self(), bye},
            receive _ -> ok end,
            seq_trace:print({last, X})
        end},
        {self, 2, fun() -> self() ! a, receive a -> ok end end},
        {name, 4, fun() -> register(me, self()), me ! a, receive a -> ok end, {me, node()} ! b, receive b -> ok end end},
        {nonexist, 1, fun() -> list_to_pid("<0.9999.0>") ! a, catch (nosuchname ! b), seq_trace:print(token()) end},
        {nonexist2, 1, fun() ->
            D = child(fun() -> ok end),
            monitor(process, D),
            receive {'DOWN', _, _, _, _} -> ok end,
            D ! a,
            seq_trace:print(token())
        end},
        {alias, 2, fun() -> A = alias(), A ! via_alias, receive via_alias -> ok end end},
        {notoken_msg, 6, fun() ->
            Q = child(fun() -> receive {F, a} -> F ! b end end),
            Q ! {self(), a},
            receive b -> seq_trace:print(b) end,
            seq_trace:print({token, seq_trace:get_token(serial)})
        end},
        {selective, 5, fun() ->
            Me = self(),
            Q = child(fun()-> Me ! one, receive {F, two} -> F ! two end end),
            Q ! {Me, two},
            receive two -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[]),
            receive one -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[])
        end},
        {sendnosuspend, 5, fun() ->
            erlang:send_nosuspend(self(), m),
            erlang:send(self(), n, [noconnect]),
            receive m -> ok end,
            receive n -> ok end,
            seq_trace:print(token())
        end},
        {norecv, 3, fun() ->
            seq_trace:set_token('receive', false), self() ! a, receive a -> ok end, seq_trace:set_token(send, false), self() ! a, receive a -> ok end, seq_trace:set_token('receive', true), self() ! a, receive a -> ok end, seq_trace:print(token())
        end},
        {timeout, 1, fun() -> receive never -> ok after 1 -> seq_trace:print(timeout) end end},
        {settok_keeps_clock, 4, fun() ->
            seq_trace:print(1),
            seq_trace:print(2),
            seq_trace:set_token([]),
            seq_trace:set_token(print, true),
             seq_trace:print(3),
            seq_trace:set_token(serial, {0, 0}),
            seq_trace:print(4) 
        end}
    ]).

echo() -> child(fun Echo() -> receive {From, X} -> seq_trace:print({echo, X}), From ! {self(), X}, Echo() end end).
