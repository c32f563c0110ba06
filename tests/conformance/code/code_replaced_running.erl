%% shows that a process goes on in the version it runs, takes the new one at its next full call, and that funs keep theirs
-module(code_replaced_running).
-export([main/0]).

main() ->
    M = load(1),
    Local = spawn_link(M, local, []),
    Full = spawn_link(M, full, []),
    Fun = M:a_fun(),
    External = fun M:version/0,
    show([ask(Local), ask(Full), Fun(), External(), M:version()]),
    M = load(2),
    %% the process that loops by a full call has to come round once
    show([ask(Local), ask(Full), ask(Full), Fun(), External(), M:version()]),
    show([erlang:check_process_code(P, M) || P <- [Local, Full, self()]]),
    show([code:soft_purge(M), erlang:check_old_code(M)]),
    unlink(Local),
    Ref = monitor(process, Local),
    show([code:purge(M), receive {'DOWN', Ref, _, _, Why} -> Why end, erlang:check_old_code(M), ask(Full)]),
    show([try Fun() catch error:{badfun, F} -> {badfun, is_function(F)} end, External()]),
    show([code:delete(M), try M:version() catch error:undef -> undef end, try External() catch error:undef -> undef end]),
    show([erlang:check_process_code(Full, M), is_process_alive(Full)]),
    true = unlink(Full),
    FullRef = monitor(process, Full),
    show([code:purge(M), receive {'DOWN', FullRef, _, _, End} -> End end, load(3), External(), M:version()]).

ask(P) -> P ! {version, self()}, receive {P, V} -> V after 5000 -> none end.
show(L) -> io:format("~w~n", [L]).

load(Version) -> made_code:load(replaced, list_to_atom("running_version_" ++ integer_to_list(Version))).
