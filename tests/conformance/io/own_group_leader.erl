%% shows a group leader of one's own: what it is asked, in what form, and what happens to its answers
-module(own_group_leader).
-export([main/0]).

main() ->
    Self = self(),
    Leader = spawn_link(fun() -> leader(Self, []) end),
    P = spawn(fun() ->
        receive go -> ok end,
        io:format("~w and ~s~n", [a, "b"]),
        io:put_chars("chars"),
        io:nl(),
        R = io:get_line("prompt> "),
        Self ! {result, R, io:columns()}
    end),
    group_leader(Leader, P),
    P ! go,
    receive {result, R, E} -> io:format("~p ~w~n", [R, E]) end,
    Leader ! {requests, Self},
    receive {requests, L} -> [io:format("~p~n", [X]) || X <- L] end,
    ok.

leader(Owner, Seen) ->
    receive
        {requests, From} -> From ! {requests, lists:reverse(Seen)};
        {io_request, From, ReplyAs, Request} ->
            From ! {io_reply, ReplyAs, answer(Request)},
            leader(Owner, [text(Request) | Seen])
    end.

answer({get_line, _, _}) -> "typed line\n";
answer({get_geometry, _}) -> {error, enotsup};
answer(_) -> ok.

text({put_chars, unicode, M, F, A}) -> {put_chars, lists:flatten(apply(M, F, A))};
text({put_chars, unicode, C}) -> {put_chars, unicode:characters_to_list(C)};
text({get_line, Encoding, Prompt}) -> {get_line, Encoding, unicode:characters_to_list(Prompt)};
text(R) -> R.
