%% shows fun_info/2 and calls of a fun whose code was never loaded, is loaded meanwhile, or is purged
-module(fun_of_unloaded).
-export([main/0]).

main() ->
    Made = made_code:load(purge_funs_made, purge_version_1),
    Fun = Made:closure(),
    show(Fun),
    %% A version that nobody has, and one that is loaded later.
    show(with_digest(Fun, <<0:128>>, Made)),
    Early = with_digest(Fun, code:module_md5(made_code:renamed(purge_funs_late, purge_version_1)), purge_funs_late),
    show(Early),
    while_asked(Early, fun() -> made_code:load(purge_funs_late, purge_version_1) end),
    io:format("~w~n", [Early()]),
    true = code:delete(Made),
    show(Fun),
    while_asked(Fun, fun() -> code:purge(Made) end),
    made_code:load(Made, purge_version_1),
    show(Fun),
    io:format("~w~n", [Fun()]).

with_digest(Fun, Digest, Module) ->
    <<Head:7/binary, _:16/binary, Rest/binary>> = term_to_binary(Fun),
    {module, Name} = erlang:fun_info(Fun, module),
    External = <<Head/binary, Digest/binary, Rest/binary>>,
    binary_to_term(binary:replace(External, atom_to_binary(Name), atom_to_binary(Module), [global])).

show(Fun) ->
    io:format("~w ~w~n", [erlang:fun_info(Fun, name), erlang:fun_info_mfa(Fun)]).

%% Changes the code while processes ask for the fun's name.
while_asked(Fun, Change) ->
    Me = self(),
    Asking = [spawn_link(fun() -> Me ! asking, ask(Fun, Me, []) end) || _ <- [1, 2, 3]],
    [receive asking -> ok end || _ <- Asking],
    Change(),
    [begin Pid ! stop, receive {names, Pid, Names} -> io:format("~w~n", [Names -- [[], '-closure/0-fun-0-']]) end end || Pid <- Asking],
    show(Fun).

ask(Fun, To, Names) ->
    {name, Name} = erlang:fun_info(Fun, name),
    Seen = lists:usort([Name | Names]),
    receive stop -> To ! {names, self(), Seen} after 0 -> ask(Fun, To, Seen) end.
