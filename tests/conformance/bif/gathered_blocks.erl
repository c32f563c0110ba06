%% shows what the natives of module instrument refuse, and that they say how many messages will come
-module(gathered_blocks).
-include("../support/edge.hrl").

main() ->
    Ref = make_ref(),
    Requests = [{no_such_allocator, 0, 18, 128, 0, Ref}, {binary_alloc, -1, 18, 128, 0, Ref}, {binary_alloc, 1000000, 18, 128, 0, Ref},
                {binary_alloc, a, 18, 128, 0, Ref}, not_a_tuple, {binary_alloc, 0}],
    [?T(erts_internal:gather_alloc_histograms(Request)) || Request <- Requests],
    [?T(erts_internal:gather_carrier_info(Request)) || Request <- Requests],
    ?T(is_integer(erts_internal:gather_alloc_histograms({binary_alloc, 0, 18, 128, 0, Ref}))),
    ?T(element(1, instrument:allocations(#{allocator_types => []}))),
    ok.
