%% shows a receive inside try that keeps parts of a message, and reads a tuple that another function has made, before it takes the message
-module(receive_in_try).
-export([main/0]).

main() ->
    Self = self(),
    Ref = make_ref(),
    [Self ! {'DOWN', Which, process, Self, {Which, [N || N <- lists:seq(1, 20)]}} || Which <- [other, Ref, last]],
    io:format("~p~n", [awaited(Ref, 3)]),
    io:format("~p~n", [awaited(last, 5)]),
    io:format("~p~n", [process_info(self(), message_queue_len)]),
    io:format("~p~n", [awaited(other, -1)]).

awaited(Ref, Count) ->
    try
        {N, Sum} = counts(Count, 0),
        note(here),
        receive
            {'DOWN', Ref, _, _, {_, Reason}} ->
                note([N, Sum, Reason]),
                garbage_collect(),
                case Reason of
                    [_ | _] when N > 0 -> {N, Sum, lists:sum(Reason)};
                    _ -> exit({unexpected, N, Reason})
                end
        end
    catch
        exit:{unexpected, Number, Rest} -> {caught, Number, length(Rest)}
    end.

counts(N, Sum) when N =< 0 -> {N, Sum};
counts(N, Sum) -> {Last, All} = counts(N - 1, Sum + N), {Last + 1, All}.

note(Term) -> put(noted, Term).
