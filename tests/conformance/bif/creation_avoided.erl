%% shows that a node gets the next creation where there are terms of a node with its name and the one that it asks for
-module(creation_avoided).
-export([main/0]).

main() ->
    Pid = pid_of('own@here', 77),
    Others = [pid_of('own@here', 78), pid_of('other@here', 79)],
    [begin
         {NetKernel, M} = spawn_monitor(fun() -> net_kernel(Creation) end),
         receive {'DOWN', M, process, NetKernel, Result} -> io:format("~0p~n", [Result]) end
     end || Creation <- [70, 77, 79]],
    io:format("~0p~n", [{node(Pid), node(), [node(P) || P <- Others]}]).

net_kernel(Creation) ->
    case whereis(net_kernel) of
        undefined -> ok;
        _ -> unregister(net_kernel)
    end,
    register(net_kernel, self()),
    true = erlang:setnode('own@here', Creation),
    exit({node(), Creation, erlang:system_info(creation)}).

pid_of(Node, Creation) ->
    Name = atom_to_binary(Node),
    binary_to_term(<<131, 88, 119, (byte_size(Name)), Name/binary, 1:32, 0:32, Creation:32>>).
