%% shows erlang:system_info items that every machine answers alike, and what it refuses
-module(system_info_items).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:system_info(wordsize)),
    ?T(erlang:system_info({wordsize, internal})),
    ?T(erlang:system_info({wordsize, external})),
    ?T(erlang:system_info(bad_item)),
    ?T(erlang:system_info(1)),
    ?T(erlang:system_info({bad, x})),
    ?T(erlang:system_info("machine")),
    ?T(erlang:system_info(smp_support)),
    ?T(erlang:system_info(threads)),
    ?T(erlang:system_info(version) =/= ""),
    ?T(is_list(erlang:system_info(otp_release))),
    ?T(is_list(erlang:system_info(system_architecture))),
    ?T(erlang:system_info(process_count) > 0),
    ?T(erlang:system_info(process_count) < erlang:system_info(process_limit)),
    ?T(erlang:system_info(port_count) =< erlang:system_info(port_limit)),
    ?T(erlang:system_info(atom_count) < erlang:system_info(atom_limit)),
    ?T(erlang:system_info(ets_limit) > 0),
    ?T(erlang:system_info(schedulers_online) =< erlang:system_info(schedulers)),
    ?T(erlang:system_info(endian)),
    ?T(erlang:system_info(fullsweep_after)),
    ?T(erlang:system_info(time_correction)),
    ?T(erlang:system_info(multi_scheduling)),
    ?T(is_integer(erlang:system_info(start_time))),
    ?T(is_boolean(erlang:system_info(debug_compiled))),
    [?T(is_topology(erlang:system_info({cpu_topology, Kind}))) || Kind <- [defined, detected, used]],
    ?T(is_topology(erlang:system_info(cpu_topology))),
    ?T(erlang:system_info({cpu_topology, bad})),
    ?T(erlang:system_info({cpu_topology, used, x})),
    ok.

is_topology(Value) -> Value =:= undefined orelse is_list(Value).
