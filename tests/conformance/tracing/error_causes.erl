%% proves F12, S6, E2: what each function of trace and the legacy API refuses, and the cause it names
%% needs: 27
-module(error_causes).
-export([main/0, f/1]).
-include("trace.hrl").

f(X) -> X.

main() ->
    S = trace:session_create(s, tracer(), []),
    {Dead, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    F = {?MODULE, f, 1},
    Spec = [{'_', [], []}],
    Bad = [{'_', [], [{no_such_action}]}],
    [io:format("~w~n", [cause(Fun)]) || Fun <- [
        fun() -> trace:function(S, {a, '_', 1}, true, []) end,
        fun() -> trace:function(S, {'_', f, '_'}, true, []) end,
        fun() -> trace:function(S, F, Spec, [call_count]) end,
        fun() -> trace:function(S, F, Spec, [call_time]) end,
        fun() -> trace:function(S, F, Spec, [local, call_memory]) end,
        fun() -> trace:function(S, F, true, [no_option]) end,
        fun() -> trace:function(S, F, true, [local, global]) end,
        fun() -> trace:function(S, F, true, [global, call_time]) end,
        fun() -> trace:function(S, F, true, [local | tail]) end,
        fun() -> trace:function(S, F, true, no_list) end,
        fun() -> trace:function(S, F, true, [{meta, self()}]) end,
        fun() -> trace:function(S, F, neither, [local]) end,
        fun() -> trace:function(S, F, Bad, [local]) end,
        fun() -> trace:function(S, F, [{'_', []}], [local]) end,
        fun() -> trace:function(S, no_mfa, true, [local]) end,
        fun() -> trace:function(S, on_load, true, [no_option]) end,
        fun() -> trace:function(S, on_load, Spec, [call_time]) end,
        fun() -> trace:function(no_session, F, true, [local]) end,
        fun() -> trace:process(S, Dead, true, [call]) end,
        fun() -> trace:process(S, self(), true, [no_flag]) end,
        fun() -> trace:process(S, self(), true, no_list) end,
        fun() -> trace:process(S, self(), perhaps, [call]) end,
        fun() -> trace:process(S, nobody, true, [call]) end,
        fun() -> trace:process(S, ports, true, [send]) end,
        fun() -> trace:process(S, self(), true, [{tracer, self()}]) end,
        fun() -> trace:process(S, all, true, [cpu_timestamp]) end,
        fun() -> trace:process(no_session, self(), true, [call]) end,
        fun() -> trace:session_create("s", self(), []) end,
        fun() -> trace:session_create(s, nobody, []) end,
        fun() -> trace:session_create(s, self(), [option]) end,
        fun() -> trace:session_destroy(no_session) end,
        fun() -> trace:session_info(nothing) end,
        fun() -> trace:session_info(Dead) end,
        fun() -> trace:info(S, self(), no_item) end,
        fun() -> trace:info(S, Dead, flags) end,
        fun() -> trace:info(S, F, flags) end,
        fun() -> trace:info(S, {?MODULE, none, 0}, flags) end,
        fun() -> trace:info(S, nothing, flags) end,
        fun() -> trace:info(S, send, flags) end,
        fun() -> trace:info(S, on_load, no_item) end,
        fun() -> trace:info(no_session, send, match_spec) end,
        fun() -> trace:send(S, [{'_', [], [{caller}]}], []) end,
        fun() -> trace:send(S, true, [option]) end,
        fun() -> trace:send(S, neither, []) end,
        fun() -> trace:send(no_session, true, []) end,
        fun() -> trace:recv(S, [{'_', [], [{silent, true}]}], []) end,
        fun() -> trace:recv(no_session, true, []) end,
        fun() -> trace:delivered(S, nobody) end,
        fun() -> trace:port(S, nobody, true, [send]) end,
        fun() -> erlang:trace(Dead, true, [call]) end,
        fun() -> erlang:trace(self(), true, [no_flag]) end,
        fun() -> erlang:trace(self(), true, [{tracer, nobody}]) end,
        fun() -> erlang:trace_pattern({a, '_', 1}, true, []) end,
        fun() -> erlang:trace_pattern(F, Spec, [call_count]) end,
        fun() -> erlang:trace_pattern(F, neither, []) end,
        fun() -> erlang:trace_pattern(F, true, [no_option]) end,
        fun() -> erlang:trace_pattern(F, Bad, [local]) end,
        fun() -> erlang:trace_info(nothing, flags) end,
        fun() -> erlang:trace_info(Dead, flags) end,
        fun() -> erlang:trace_delivered(nobody) end]],
    %% Where something is set, what is no item is refused.
    1 = trace:function(S, F, true, [local]),
    io:format("~w~n", [cause(fun() -> trace:info(S, F, flags) end)]),
    true = trace:session_destroy(S).

cause(Fun) ->
    try Fun() catch
        Class:Reason:Stack ->
            [{M, F, A, Place} | _] = Stack,
            Info = maps:to_list(proplists:get_value(error_info, Place, #{})),
            {Class, Reason, M, F, length(A), lists:sort(Info)}
    end.
