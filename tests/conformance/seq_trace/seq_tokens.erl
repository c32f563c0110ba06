%% proves Q1, Q2, Q4, Q5: components of the token, their values before, what is refused; the system tracer.
-module(seq_tokens).
-export([main/0]).

main() ->
    Components = [label, serial, send, 'receive', print, timestamp, monotonic_timestamp, strict_monotonic_timestamp],
    %% Nothing is printed while there is a token: it would travel to the I/O server.
    Report = [
        {without, [{C, seq_trace:get_token(C)} || C <- [token | Components], C =/= token]},
        {label_before, seq_trace:set_token(label, {any, ["term"]})},
        {fresh, token()},
        {again, seq_trace:set_token(label, 17)},
        [{F, seq_trace:set_token(F, true), seq_trace:set_token(F, true)} || F <- lists:nthtail(2, Components)],
        {serial, seq_trace:set_token(serial, {3, 7}), seq_trace:set_token(serial, {-3, 8})},
        {all, token(), [{C, seq_trace:get_token(C)} || C <- Components]},
        {cleared, [seq_trace:set_token(F, false) || F <- lists:nthtail(2, Components)], token()},
        {whole, begin Old = seq_trace:set_token([]), {token(Old), token(), seq_trace:set_token(Old), token()} end},
        {printed, erlang:seq_trace_print(a), erlang:seq_trace_print(17, a), erlang:seq_trace_print({17}, a)},
        {after_print, token()},
        {empty_label, seq_trace:set_token(label, []), seq_trace:get_token(label)},
        {ended, token(seq_trace:set_token([])), seq_trace:set_token([]), token(), erlang:seq_trace_print(a)},
        {process_info, process_info(self(), sequential_trace_token)}
    ],
    Refused = [
        error_of(fun() -> seq_trace:get_token(foo) end),
        error_of(fun() -> seq_trace:set_token(send, 1) end),
        error_of(fun() -> seq_trace:set_token(serial, {1, a}) end),
        error_of(fun() -> seq_trace:set_token(serial, 1) end),
        error_of(fun() -> erlang:seq_trace(foo, true) end),
        error_of(fun() -> erlang:seq_trace(sequential_trace_token, foo) end),
        error_of(fun() -> seq_trace:set_system_tracer(foo) end),
        error_of(fun() -> seq_trace:set_system_tracer([]) end),
        error_of(fun() -> erlang:system_flag(reset_seq_trace, 1) end),
        token()
    ],
    [io:format("~p~n", [X]) || X <- Report ++ Refused],
    system_tracer().

system_tracer() ->
    Me = self(),
    Tracer = spawn(fun() -> receive stop -> ok end end),
    io:format("~p~n", [[
        seq_trace:get_system_tracer(),
        seq_trace:set_system_tracer(Me),
        seq_trace:get_system_tracer() =:= Me,
        seq_trace:set_system_tracer(Tracer) =:= Me,
        erlang:system_info(sequential_tracer) =:= {sequential_tracer, Tracer}
    ]]),
    Monitor = monitor(process, Tracer),
    Tracer ! stop,
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    io:format("~p~n", [[seq_trace:get_system_tracer(), error_of(fun() -> seq_trace:set_system_tracer(Tracer) end), seq_trace:set_system_tracer(false)]]).

token() -> token(seq_trace:get_token()).

token({Flags, Label, Serial, From, Last}) -> {Flags, Label, Serial, From =:= self(), Last};
token([]) -> [].

error_of(F) ->
    try F() catch Class:Reason -> {Class, Reason} end.
