%% shows the natives for dynamic tracing of the operating system, which do nothing where it is not built in
-module(dynamic_trace_natives).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:system_info(dynamic_trace)),
    ?T(erlang:dt_get_tag()),
    ?T(erlang:dt_get_tag_data()),
    ?T(erlang:dt_put_tag(undefined)),
    ?T(erlang:dt_put_tag(<<"tag">>)),
    ?T(erlang:dt_get_tag()),
    ?T(erlang:dt_prepend_vm_tag_data(<<"data">>)),
    ?T(erlang:dt_prepend_vm_tag_data([data])),
    ?T(erlang:dt_append_vm_tag_data(<<"data">>)),
    ?T(erlang:dt_append_vm_tag_data("data")),
    ?T(erlang:dt_spread_tag(true)),
    ?T(erlang:dt_spread_tag(false)),
    ?T(erlang:dt_restore_tag(true)),
    ok.
