%% proves S7, T5: tracees of a module that was purged, and has come back, may get another tracer: what found the old one gone has removed it
%% needs: 27
%% reports: ignored
-module(module_stale).
-export([main/0, traced/0]).

main() ->
    Flags = [call, send, 'receive', procs, garbage_collection, running],
    [process(Change, Flag) || Change <- [delete, delete_and_wake, purge, purge_at_once, load_again], Flag <- Flags],
    [port(Change, Flag) || Change <- [delete, purge, load_again], Flag <- [ports, send, running_ports]],
    [meta(Change, What) || Change <- [delete, purge, load_again], What <- [nothing, call, info]],
    [seq_trace(Change, What) || Change <- [delete, purge, load_again], What <- [nothing, ask, print]],
    [new(Change, What) || Change <- [none, delete, purge], What <- [nothing, info]],
    ok.

load() -> {module, _} = code:ensure_loaded(plain_tracer).

%% Without old code: purging that would have every process look at its tracers.
fresh() -> code:purge(plain_tracer), load().

change(none, _) -> ok;
change(delete, _) -> true = code:delete(plain_tracer);
change(delete_and_wake, Tracee) -> change(delete, Tracee), tracer_reports:run(Tracee, fun() -> ok end);
change(purge, Tracee) -> change(delete, Tracee), code:purge(plain_tracer);
change(purge_at_once, Tracee) -> change(delete, Tracee), erlang:purge_module(plain_tracer);
change(load_again, _) -> {module, _} = code:load_file(plain_tracer).

%% Two states of one tracer module are two tracers.
first() -> {plain_tracer, {self(), #{call => trace, seq_trace => trace}, true}}.
second() -> {plain_tracer, {self(), #{trace_status => trace}, true}}.
named({Module, State}) -> {tracer, Module, State}.

process(Change, Flag) ->
    fresh(),
    Session = trace:session_create(stale, undefined, []),
    Tracee = tracer_reports:start(),
    tracer_reports:run(Tracee, fun() -> ok end),
    receive after 10 -> ok end,
    1 = trace:process(Session, Tracee, true, [Flag, named(first())]),
    change(Change, Tracee),
    load(),
    Result = try trace:process(Session, Tracee, true, [silent, named(second())]) catch error:Reason -> Reason end,
    io:format("process ~p ~p: ~p~n", [Change, Flag, Result]),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee),
    _ = tags().

port(Change, Flag) ->
    fresh(),
    Session = trace:session_create(stale, undefined, []),
    Port = open_port({spawn, "cat"}, []),
    1 = trace:port(Session, Port, true, [Flag, named(first())]),
    change(Change, none),
    load(),
    Result = try trace:port(Session, Port, true, [send, named(second())]) catch error:Reason -> Reason end,
    io:format("port ~p ~p: ~p ~p~n", [Change, Flag, Result, trace:info(Session, Port, flags)]),
    port_close(Port),
    trace:session_destroy(Session),
    _ = tags().

meta(Change, What) ->
    fresh(),
    Session = trace:session_create(stale, undefined, []),
    {Module, State} = first(),
    1 = trace:function(Session, {?MODULE, traced, 0}, true, [{meta, Module, State}]),
    change(Change, none),
    case What of
        nothing -> ok;
        call -> ?MODULE:traced();
        info -> trace:info(Session, {?MODULE, traced, 0}, meta)
    end,
    Before = tags(),
    load(),
    ?MODULE:traced(),
    Info = case trace:info(Session, {?MODULE, traced, 0}, meta) of {meta, {Tracer, _}} -> Tracer; {meta, Other} -> Other end,
    io:format("meta ~p ~p: ~p ~p ~p~n", [Change, What, Before, tags(), Info]),
    trace:session_destroy(Session).

traced() -> ok.

seq_trace(Change, What) ->
    fresh(),
    false = seq_trace:set_system_tracer(first()),
    _ = tags(),
    change(Change, none),
    case What of
        nothing -> ok;
        ask -> seq_trace:get_system_tracer();
        print -> print()
    end,
    Before = tags(),
    load(),
    print(),
    After = tags(),
    Info = case seq_trace:get_system_tracer() of {Tracer, _} -> Tracer; Other -> Other end,
    io:format("seq_trace ~p ~p: ~p ~p ~p~n", [Change, What, Before, After, Info]),
    seq_trace:set_system_tracer(false),
    _ = tags().

print() ->
    seq_trace:set_token(print, true),
    seq_trace:print(0, hello),
    seq_trace:set_token([]).

new(Change, What) ->
    fresh(),
    Session = trace:session_create(stale, undefined, []),
    0 = trace:process(Session, new, true, [procs, named(first())]),
    change(Change, none),
    _ = What =:= info andalso trace:info(Session, new, flags),
    load(),
    _ = tags(),
    0 = trace:process(Session, new, true, [send, named(second())]),
    Asked = tags(),
    io:format("new ~p ~p: ~p ~p~n", [Change, What, Asked, trace:info(Session, new, flags)]),
    trace:session_destroy(Session),
    _ = tags().

tags() ->
    receive
        Report when is_tuple(Report) -> [element(2, Report) | tags()];
        _ -> tags()
    after 0 -> []
    end.
