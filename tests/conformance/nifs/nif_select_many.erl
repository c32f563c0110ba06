%% shows many pipes and many processes
-module(nif_select_many).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Main = self(),
    Pids = [spawn(fun() ->
                          Pipe = nif_selecting:open(),
                          Bytes = <<N:16>>,
                          Sum = rounds(Pipe, Bytes, 20),
                          nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
                          {stopped, reader} = next(),
                          Main ! {self(), Sum}
                  end) || N <- lists:seq(1, 20)],
    io:format("~p~n", [[receive {Pid, Sum} -> Sum end || Pid <- Pids]]).

rounds(_, _, 0) -> 0;
rounds(Pipe, Bytes, N) ->
    0 = nif_selecting:select(Pipe, 0, ?READ, undefined, N),
    2 = nif_selecting:put(Pipe, Bytes),
    {select, Pipe, N, ready_input} = next(),
    <<Value:16>> = nif_selecting:take(Pipe),
    Value + rounds(Pipe, Bytes, N - 1).
