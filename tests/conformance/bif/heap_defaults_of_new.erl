%% shows that the system flags about heaps hold for processes spawned later, what they refuse, and what spawn options do to them
-module(heap_defaults_of_new).
-include("../support/edge.hrl").

main() ->
    ?T(system_info([min_heap_size, min_bin_vheap_size, fullsweep_after, max_heap_size, garbage_collection])),
    ?T(of_new([])),
    ?T(erlang:system_flag(min_heap_size, 2000)),
    ?T(erlang:system_flag(min_bin_vheap_size, 50000)),
    ?T(erlang:system_flag(fullsweep_after, 65536)),
    ?T(erlang:system_flag(fullsweep_after, 3)),
    ?T(map(erlang:system_flag(max_heap_size, #{size => 1000000, kill => false, error_logger => false}))),
    ?T(system_info([min_heap_size, min_bin_vheap_size, fullsweep_after, max_heap_size, garbage_collection])),
    ?T(of_new([])),
    ?T(of_new([{min_heap_size, 10}, {min_bin_vheap_size, 10}, {max_heap_size, 500000}])),
    ?T(of_new([{min_heap_size, 3000}, {fullsweep_after, 70000}, {max_heap_size, #{size => 0, kill => true}}])),
    ?T(of_new([{max_heap_size, #{kill => true}}])),
    ?T(of_new([{max_heap_size, -1}])),
    ?T(map(erlang:system_flag(max_heap_size, 500))),
    ?T(map(erlang:system_flag(max_heap_size, 400000))),
    ?T(map(erlang:system_flag(max_heap_size, #{size => 0, include_shared_binaries => true}))),
    ?T(map(erlang:system_flag(max_heap_size, 0))),
    ?T(map(erlang:system_flag(max_heap_size, #{size => 0, kill => 1}))),
    ?T(map(erlang:system_flag(max_heap_size, #{kill => true}))),
    ?T(erlang:system_flag(min_heap_size, -1)),
    ?T(erlang:system_flag(min_heap_size, 1 bsl 70)),
    ?T(erlang:system_flag(min_heap_size, 233)),
    ?T(erlang:system_flag(min_bin_vheap_size, a)),
    ?T(own(min_heap_size, [0, 234, 1000, 10])),
    ?T(own(fullsweep_after, [65535, 65537, 5])),
    ok.

system_info(Items) -> [map(erlang:system_info(Item)) || Item <- Items].

of_new(Options) ->
    Items = [min_heap_size, min_bin_vheap_size, fullsweep_after, max_heap_size],
    Self = self(),
    {_, Ref} = spawn_opt(fun() -> Self ! [{I, map(V)} || {I, V} <- process_info(self(), Items)] end, [monitor | Options]),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    receive Values -> Values end.

map(Value) when is_map(Value) -> lists:sort(maps:to_list(Value));
map(Value) -> Value.

own(Flag, Values) -> [process_flag(Flag, Value) || Value <- Values].
