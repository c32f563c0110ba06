%% shows drivers that cannot be loaded: OTP's terms and texts for wrong versions, names, entries, symbols and files
-module(drv_bad).
-export([main/0]).

main() -> scratch_folder:with(fun show_all/1).

show_all(Folder) ->
    [show(drv:folder(), Name) || Name <- [drv_bad_name, drv_bad_major, drv_bad_minor, drv_bad_old, drv_bad_marker, drv_bad_none,
                                          drv_bad_init, drv_bad_entry, drv_bad_symbol]],
    {ok, Good} = file:read_file(filename:join(drv:folder(), "drv_data.so")),
    <<Before:18/bytes, _:16, After/bytes>> = Good,
    [begin
         ok = file:write_file(filename:join(Folder, Name ++ ".so"), Bytes),
         show(Folder, Name)
     end || {Name, Bytes} <- [{"drv_empty", <<>>}, {"drv_text", binary:copy(<<"text">>, 100)}, {"drv_cut", binary:part(Good, 0, 100)},
                              {"drv_mips", <<Before/bytes, 8:16/little, After/bytes>>}, {"drv_renamed", Good}]],
    show(Folder, "drv_missing"),
    show(filename:join(Folder, "missing"), "drv_data"),
    [io:format("~p~n", [try erl_ddll:try_load(Path, Name, Options) of {error, Error} -> kind(Error) catch error:Reason -> Reason end])
     || {Path, Name, Options} <- [{Folder, "", []}, {Folder, 1, []}, {1, "x", []}, {Folder, "drv_text", [other]},
                                  {Folder, "drv_text", [{driver_options, [other]}]}, {Folder, "drv_text", [{reload, now}]},
                                  {Folder, "drv_text", [{monitor, pending} | x]}]],
    io:format("~p~n", [[N || "drv_bad" ++ _ = N <- element(2, erl_ddll:loaded_drivers())]]),
    [io:format("~s~n", [erl_ddll:format_error(Error)])
     || Error <- [no_driver_init, bad_driver_name, driver_name_to_long, driver_incorrect_version, driver_init_failed, unspecified_error,
                  symbol_not_found, not_loaded, inconsistent, {open_error, -1}]].

show(Folder, Name) ->
    case erl_ddll:try_load(Folder, Name, []) of
        {error, Reason} ->
            {error, Again} = erl_ddll:load_driver(Folder, Name),
            Text = string:replace(lists:flatten(erl_ddll:format_error(Reason)), Folder, "FOLDER", all),
            io:format("~p ~p ~s~n", [kind(Reason), Again =:= Reason, Text]);
        Other -> io:format("~p ~p~n", [Name, Other])
    end.

%% The number of an error of the system's loader is any.
kind({open_error, Number}) when is_integer(Number), Number < 0 -> open_error;
kind(Other) -> Other.
