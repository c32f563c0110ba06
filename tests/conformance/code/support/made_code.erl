%% Versions of one module, made of compiled modules by giving them its name.
-module(made_code).
-export([load/2, renamed/2]).

%% Loads the code of `Template` as module `Name`.
load(Name, Template) ->
    {module, Name} = code:load_binary(Name, atom_to_list(Name) ++ ".beam", renamed(Name, Template)),
    Name.

%% The name of a module is the first atom of its file.
renamed(Name, Template) ->
    {Template, File, _} = code:get_object_code(Template),
    {ok, Template, Chunks} = beam_lib:all_chunks(File),
    {ok, Code} = beam_lib:build_module([rename(Name, Chunk) || Chunk <- Chunks]),
    Code.

rename(Name, {"AtU8", <<Count:32, Length, _:Length/binary, Rest/binary>>}) ->
    New = atom_to_binary(Name, utf8),
    {"AtU8", <<Count:32, (byte_size(New)), New/binary, Rest/binary>>};
rename(_, Chunk) -> Chunk.
