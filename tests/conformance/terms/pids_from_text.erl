%% shows list_to_pid, list_to_ref and list_to_port of rubbish and of their own texts
-module(pids_from_text).
-include("../support/edge.hrl").

main() ->
    ?T(list_to_pid(pid_to_list(self())) =:= self()),
    ?T(list_to_pid("<0.0.0>") =:= whereis(init) orelse is_pid(list_to_pid("<0.0.0>"))),
    ?T(list_to_pid("<0.0>")),
    ?T(list_to_pid("0.0.0")),
    ?T(list_to_pid("<0.0.0")),
    ?T(list_to_pid("<a.0.0>")),
    ?T(list_to_pid("")),
    ?T(list_to_pid(a)),
    ?T(list_to_pid([$< | a])),
    ?T(list_to_pid("<0.1.2> ")),
    ?T(pid_to_list(a)),
    ?T(ref_same()),
    ?T(list_to_ref("#Ref<0.0>")),
    ?T(list_to_ref("Ref<0.0.0.0>")),
    ?T(list_to_ref("")),
    ?T(list_to_ref(x)),
    ?T(ref_to_list(x)),
    ?T(list_to_port("#Port<0>")),
    ?T(list_to_port("Port")),
    ?T(list_to_port([])),
    ?T(port_to_list(self())),
    ?T(erlang:fun_to_list(fun lists:seq/2)),
    ok.

ref_same() -> R = make_ref(), list_to_ref(ref_to_list(R)) =:= R.
