%% shows pid, port and reference texts, and reading them back
-module(identifier_texts).
-include("../support/edge.hrl").

main() ->
    ?T(list_to_pid(pid_to_list(self())) =:= self()),
    ?T(list_to_pid("<0.1.0>") =:= list_to_pid("<0.1.0>")),
    ?T(list_to_pid("<0.1>")),
    ?T(list_to_pid("<1.1.0>")),
    ?T(list_to_pid("0.1.0")),
    ?T(list_to_pid("<0.1.0")),
    ?T(list_to_pid("<0.1.0>x")),
    ?T(list_to_pid("<0.a.0>")),
    ?T(list_to_pid(a)),
    ?T(list_to_pid("<0.1.99999999999>")),
    ?T(pid_to_list(x)),
    ?T(list_to_ref(ref_to_list(make_ref())) =:= make_ref()),
    ?T((fun(R) -> list_to_ref(ref_to_list(R)) =:= R end)(make_ref())),
    ?T(list_to_ref("#Ref<0.1.2>")),
    ?T(list_to_ref("#Ref<0.1.2.3.4.5>")),
    ?T(list_to_ref("#Ref<0>")),
    ?T(list_to_ref("Ref<0.1.2.3>")),
    ?T(list_to_ref(1)),
    ?T(ref_to_list(self())),
    ?T(list_to_port("#Port<0.1>")),
    ?T(list_to_port("#Port<1.1>")),
    ?T(list_to_port("#Port<0.x>")),
    ?T(list_to_port("Port<0.1>")),
    ?T(port_to_list(self())),
    ?T((fun(P) -> list_to_port(port_to_list(P)) =:= P end)(hd(ports_or_new()))),
    ?T(node(self())),
    ?T(node(make_ref())),
    ?T(node(1)),
    ?T(node() =:= node(self())),
    ?T(nodes()),
    ?T(nodes(this) =:= [node()]),
    ?T(nodes(bad)),
    ?T(nodes([hidden, visible])),
    ?T(is_alive()),
    ok.

ports_or_new() -> [open_port({spawn, "true"}, [])].
