%% shows that names of computers are found, this one's too, and addresses read and written, by any process
-module(names_of_computers).
-export([main/0]).
-include("../support/edge.hrl").

main() ->
    Own = string:trim(os:cmd("uname -n | cut -d. -f1")),
    ?T(inet:gethostname() =:= {ok, Own}),
    ?T(inet_db:gethostname() =:= Own),
    ?T([inet_db:res_option(O) || O <- [lookup, hosts_file]]),
    ?T(inet:getaddr("127.0.0.1", inet)),
    ?T(inet:getaddr({127, 0, 0, 1}, inet)),
    ?T(inet:getaddr("::1", inet6)),
    ?T(inet:getaddrs("10.1.2.3", inet)),
    ?T(inet:gethostbyname("10.1.2.3")),
    ?T(element(1, inet:gethostbyname(Own))),
    ?T(inet:getaddr("no such name", inet)),
    ?T(inet:getaddr(x, bad)),
    ?T(inet:getservbyname(no_such_service, tcp)),
    ?T([inet:parse_address(A) || A <- ["1.2.3.4", "1.2", "::ffff:1.2.3.4", "fe80::1%eth0", "x"]]),
    ?T([inet:parse_strict_address(A) || A <- ["1.2.3.4", "1.2"]]),
    ?T([inet:ntoa(A) || A <- [{1, 2, 3, 4}, {0, 0, 0, 0, 0, 0, 0, 1}, {1, 2, 3}]]),
    ?T([os:find_executable("inet_gethost") =/= false, filename:basename(os:getenv("BINDIR")), os:getenv("ROOTDIR") =:= code:root_dir()]).
