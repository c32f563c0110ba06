%% A module that loads one of the libraries nif_bad_*.c, none of which fits.
-module(nif_bad).
-nifs([f/1, missing/1]).
-export([use/1, use_file/1, f/1, missing/1, plain/1]).

%% The answer, without the folder in its text.
use(Name) ->
    Folder = filename:dirname(code:which(?MODULE)),
    case erlang:load_nif(filename:join(Folder, Name), 0) of
        {error, {Reason, Text}} -> {error, {Reason, string:replace(lists:flatten(Text), Folder, "FOLDER", all)}};
        Other -> Other
    end.
use_file(File) -> erlang:load_nif(File, 0).
f(X) -> {erlang, X}.
missing(X) -> X.
plain(X) -> X.
