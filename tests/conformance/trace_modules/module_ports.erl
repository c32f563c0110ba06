%% proves T1, T2, T4: ports as tracees of a tracer module: what it is asked and gets, and what becomes of a port's tracer by its answers
%% needs: 27
-module(module_ports).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(family_tracer),
    Tags = [send, 'receive', open, closed, link, unlink, register, unregister, getting_linked, getting_unlinked, in, out],
    [family(Flag, maps:from_keys(Tags, trace)) || Flag <- [send, 'receive', ports, running_ports]],
    [answers(Flag, Tag, Answer) || {Flag, Tag} <- [{send, send}, {'receive', 'receive'}, {ports, register}, {running_ports, in}],
                                   Answer <- [discard, remove, rubbish, crash]],
    ok.

family(Flag, Answers) ->
    Session = trace:session_create(families, {family_tracer, {self(), Answers, true}}, []),
    Port = open_port({spawn, "cat"}, [binary]),
    1 = trace:port(Session, Port, true, [Flag]),
    use(Port),
    port_close(Port),
    done(Port),
    io:format("~p:~n", [Flag]),
    [io:format("  ~0p~n", [Report]) || Report <- lists:usort(reports(Port))],
    trace:session_destroy(Session).


answers(Flag, Tag, Answer) ->
    Session = trace:session_create(answers, {family_tracer, {self(), #{Tag => Answer}, false}}, []),
    Port = open_port({spawn, "cat"}, [binary]),
    1 = trace:port(Session, Port, true, [Flag]),
    use(Port),
    io:format("~p ~p ~p: ~p~n", [Flag, Tag, Answer, trace:info(Session, Port, flags)]),
    trace:session_destroy(Session),
    port_close(Port),
    done(Port).

use(Port) ->
    register(a_port, Port),
    unregister(a_port),
    true = port_command(Port, "text"),
    receive {Port, {data, <<"text">>}} -> ok end.

done(Port) ->
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> ok end,
    Monitor = monitor(port, Port),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%% {Function, Tag} of the questions but for the status, and what came with the events.
reports(Port) ->
    receive
        {_, trace_status, _} -> reports(Port);
        {Asked, Tag, Port} -> [{Asked, Tag} | reports(Port)];
        {Got, Tag, Port, Term, Options} -> [{Got, Tag, named(Term, Port), lists:sort(maps:to_list(maps:map(fun(_, V) -> named(V, Port) end, Options)))} | reports(Port)];
        Other when is_tuple(Other), element(1, Other) =/= 'EXIT' -> [{other, Other} | reports(Port)]
    after 0 -> []
    end.

named(Pid, _) when Pid =:= self() -> main;
named(Pid, _) when is_pid(Pid) -> pid;
named(Port, Port) -> port;
named(Tuple, Port) when is_tuple(Tuple) -> list_to_tuple([named(E, Port) || E <- tuple_to_list(Tuple)]);
named(Term, _) -> Term.
