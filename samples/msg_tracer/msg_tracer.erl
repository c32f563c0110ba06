%% A tracer module in C (msg_tracer.c) shows which process sends messages to which. Three processes in a ring pass a token round twice.
%% For each message the tracer sends {trace, Sender, Receiver} to the process that is its state; the message itself is never copied.
-module(msg_tracer).
-export([main/0, load/0, enabled/3, trace/5]).

%% The library lies beside the module.
load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), []).

%% Replaced by the library.
enabled(_Tag, _State, _Tracee) -> error.
trace(_Tag, _State, _Tracee, _Term, _Options) -> error.

main() ->
    ok = load(),
    Main = self(),
    Ring = [spawn_link(fun() -> member(Main) end) || _ <- lists:seq(1, 3)],
    Names = maps:from_list([{Main, main} | lists:zip(Ring, [a, b, c])]),
    [erlang:trace(Pid, true, [send, {tracer, ?MODULE, Main}]) || Pid <- Ring],
    [Pid ! {next, Next} || {Pid, Next} <- lists:zip(Ring, tl(Ring) ++ [hd(Ring)])],
    hd(Ring) ! {token, 6},
    receive done -> ok end,
    print(Names).

member(Main) ->
    receive {next, Next} -> member(Main, Next) end.

member(Main, Next) ->
    receive
        {token, 0} -> Main ! done;
        {token, N} -> Next ! {token, N - 1}
    end,
    member(Main, Next).

print(Names) ->
    receive
        {trace, From, To} ->
            io:format("~p -> ~p~n", [maps:get(From, Names), maps:get(To, Names)]),
            print(Names)
    after 0 -> ok
    end.
