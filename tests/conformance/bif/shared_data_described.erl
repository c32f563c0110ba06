%% shows the form of what system_info/1 says of how threads share data
-module(shared_data_described).
-include("../support/edge.hrl").

main() ->
    Info = erlang:system_info(ethread_info),
    ?T([is_native(lists:keyfind(What, 1, Info)) || What <- ["32-bit native atomics", "64-bit native atomics"]]),
    ?T([tuple_size(lists:keyfind(What, 1, Info)) || What <- ["32-bit native atomics", "Double word native atomics"]]).

is_native({_, Implementation, [_ | _]}) -> is_list(Implementation) andalso Implementation =/= "no".
