%% proves O1, I1: how many ports take flags: existing ones, those to come, of each name; flags of processes say nothing of ports
%% needs: 27
-module(counts_of_ports).
-export([main/0]).
-import(trace_stream, [tracer/0, name/2, session/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    P = name(open_port({spawn, "cat"}, [binary]), cat),
    name(open_port({spawn, "cat"}, [binary]), other),
    Ports = length(erlang:ports()), Processes = length(processes()),
    [say({What, How, Flags, count(attempt(fun() -> trace:port(S, What, How, Flags) end), Ports, Processes)})
     || {What, How, Flags} <- [{all, true, [ports]}, {existing, true, [send]}, {new, true, [send]}, {ports, true, [running_ports]}, {new_ports, true, [ports]},
                               {existing_ports, true, ['receive']}, {processes, true, [ports]}, {all, true, [call]}, {existing, true, []}, {P, true, []},
                               {P, true, [cpu_timestamp]}, {P, true, [{tracer, T}]}, {P, no, [send]}]],
    [say({Item, trace:info(S, Of, Item)}) || Of <- [P, new_ports, new, new_processes], Item <- [flags, tracer]],
    [say({Of, attempt(fun() -> trace:info(S, Of, match_spec) end)}) || Of <- [P, new_ports]],
    say([length(trace:session_info(Of)) || Of <- [P, new_ports, new_processes]]),
    say(count(trace:port(S, all, false, [all]), Ports, Processes)),
    [say({Item, trace:info(S, Of, Item)}) || Of <- [P, new_ports], Item <- [flags, tracer]],
    say([length(trace:session_info(Of)) || Of <- [P, new_ports]]),
    trace:port(S, new, true, [all]),
    say(trace:info(S, new_ports, flags)),
    trace:port(S, new, false, [all]),
    say([attempt(fun() -> trace:process(S, Of, true, [send]) end) || Of <- [P, ports, new_ports, existing_ports]]),
    legacy(T, P, Ports, Processes),
    port_close(P),
    say([trace:info(S, P, flags), trace:session_info(P), erlang:trace_info(P, tracer)]),
    say(attempt(fun() -> erlang:trace(P, true, [send]) end)).

legacy(T, P, Ports, Processes) ->
    [say({What, How, Flags, count(attempt(fun() -> erlang:trace(What, How, [{tracer, T} | Flags]) end), Ports, Processes)})
     || {What, How, Flags} <- [{P, true, [send]}, {P, false, [send]}, {ports, true, [send]}, {new_ports, true, [ports]}, {existing_ports, true, [ports]},
                               {ports, false, [all]}, {all, true, [ports]}, {existing, true, [ports]}, {all, true, [arity, silent]}, {all, false, [all]},
                               {new, true, [ports]}, {processes, true, [ports]}, {processes, false, [all]}, {existing_processes, true, [ports]},
                               {ports, true, [call]}, {existing_ports, true, [procs]}, {new, false, [all]}, {all, false, [all]}]],
    say(erlang:trace_info(P, flags)).

count({error, _} = Error, _, _) -> Error;
count(0, _, _) -> 0;
count(N, N, _) -> ports;
count(N, _, N) -> processes;
count(N, Ports, Processes) when N =:= Ports + Processes -> both;
count(1, _, _) -> 1.
