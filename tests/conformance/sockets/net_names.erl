%% Module net: names of addresses, interfaces, and ioctl.
-module(net_names).
-export([main/0]).

main() ->
    {ok, Host} = net:gethostname(),
    show(gethostname, Host =:= element(2, inet:gethostname())),
    {ok, Infos} = net:getaddrinfo("127.0.0.1", "80"),
    show(getaddrinfo, lists:sort(Infos)),
    {ok, Infos6} = net:getaddrinfo("::1"),
    show(getaddrinfo, lists:sort([maps:with([family, addr], I) || I <- Infos6])),
    show(unknown, net:getaddrinfo("name.invalid")),
    show(getnameinfo, net:getnameinfo(#{family => inet, addr => {127, 0, 0, 1}, port => 80}, [numerichost, numericserv])),
    show(getnameinfo, net:getnameinfo(#{family => inet6, addr => {0, 0, 0, 0, 0, 0, 0, 1}, port => 22}, [numerichost, numericserv])),
    show(bad_flag, try net:getnameinfo(#{family => inet, addr => loopback, port => 1}, [foo]) catch C:R -> {C, R} end),
    show(index, {net:if_name2index("lo"), net:if_index2name(1), net:if_name2index("nosuch"), net:if_index2name(4711)}),
    {ok, Names} = net:if_names(),
    show(names, lists:member({1, "lo"}, Names)),
    {ok, Addresses} = net:getifaddrs(),
    show(loopback, [maps:without([broadaddr], A) || #{name := "lo", addr := #{family := inet}} = A <- Addresses]),
    {ok, S} = socket:open(inet, dgram, udp),
    [show(Request, socket:ioctl(S, Request, "lo")) || Request <- [gifindex, gifaddr, gifnetmask, gifmtu, gifflags]],
    show(name, socket:ioctl(S, gifname, 1)),
    show(unknown, socket:ioctl(S, gifindex, "nosuch")).

show(What, Value) -> io:format("~0p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
