%% proves T5: a tracer module that is not loaded is loaded by what names it, except by a new session
%% needs: 27
-module(module_loaded).
-export([main/0, traced/0]).

main() ->
    Session = trace:session_create(loaded, undefined, []),
    State = {self(), #{call => trace}, false},
    Module = [{tracer, plain_tracer, State}, call],
    print(process, fun() -> trace:process(Session, self(), true, Module) end),
    print(same_process, fun() -> trace:process(Session, self(), true, Module) end),
    print(off, fun() -> trace:process(Session, self(), false, [call]) end),
    print(new_ports, fun() -> trace:port(Session, new, true, [{tracer, plain_tracer, State}, ports]) end),
    print(function, fun() -> trace:function(Session, {?MODULE, traced, 0}, [], [{meta, plain_tracer, State}]) end),
    print(wrong_name, fun() -> trace:function(Session, {?MODULE, traced, 0}, [], [{tracer, plain_tracer, State}]) end),
    print(wrong_flag, fun() -> trace:process(Session, self(), true, [no_flag | Module]) end),
    print(no_module, fun() -> trace:process(Session, self(), true, [{tracer, no_such_module, []}]) end),
    print(no_tracer, fun() -> trace:process(Session, self(), true, [{tracer, lists, []}]) end),
    print(session, fun() -> trace:session_destroy(trace:session_create(own, {plain_tracer, State}, [])) end),
    print(session_of_loaded, fun() ->
        {module, _} = code:ensure_loaded(plain_tracer),
        trace:session_destroy(trace:session_create(own, {plain_tracer, State}, []))
    end),
    print(legacy, fun() -> erlang:trace(new_ports, true, [{tracer, plain_tracer, State}, ports]) end),
    print(legacy_meta, fun() -> erlang:trace_pattern({?MODULE, traced, 0}, [], [{meta, plain_tracer, State}]) end),
    print(sequential, fun() -> seq_trace:set_system_tracer({plain_tracer, State}) end),
    seq_trace:set_system_tracer(false),
    erlang:trace(all, false, [all]),
    trace:session_destroy(Session).

%% What a call returns or raises, and whether the tracer module is loaded then; next time it is not.
print(What, Call) ->
    Result = try Call() catch error:Reason -> {error, Reason} end,
    io:format("~p: ~p, ~p~n", [What, Result, erlang:module_loaded(plain_tracer)]),
    code:delete(plain_tracer),
    code:purge(plain_tracer).

traced() -> ok.
