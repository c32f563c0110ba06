%% shows that modules are found in the current folder, whichever that is, before those of libraries
-module(current_folder).
-export([main/0]).

main() -> scratch_folder:with(fun show/1).

show(Folder) ->
    {ok, Before} = file:get_cwd(),
    io:format("~p~n", [lists:member(".", code:get_path())]),
    {_, [_, Next | _]} = lists:splitwith(fun(P) -> P =/= "." end, code:get_path()),
    io:format("~p~n", [lists:prefix(code:lib_dir(), Next)]),
    io:format("~p~n", [code:ensure_loaded(here_only)]),
    ok = file:write_file(filename:join(Folder, "here_only.beam"), made_code:renamed(here_only, loaded_later)),
    ok = file:set_cwd(Folder),
    io:format("~p~n", [code:where_is_file("here_only.beam")]),
    io:format("~p~n", [code:ensure_loaded(here_only)]),
    io:format("~p~n", [code:which(here_only) =:= filename:join(Folder, "here_only.beam")]),
    ok = file:set_cwd(Before),
    io:format("~p~n", [{code:where_is_file("here_only.beam"), code:del_path(".")}]),
    io:format("~p~n", [lists:member(".", code:get_path())]).
