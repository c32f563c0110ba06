%% `sonde erl`: the flags of `erl`, so that what starts `erl` can start this machine: OTP's `peer`, scripts, other people's tools. With
%% -noshell, -noinput or -detached the machine runs what -s, -run and -eval say, and waits; with -user MODULE that module's process is
%% `user`; without any of them there is a shell.
-module(sonde_erl).

-export([take_flags/1, main/0, parse/1]).

%% What stands for more than this machine does. Others that it does not know are for init:get_argument/1, as under erl.
-define(WITHOUT, [{heart, "heart"}, {loader, "choice of loaders"}]).

%% Before applications start, which look at flags.
take_flags(Arguments) ->
    {Flags, Plain} = parse(Arguments),
    [refuse(Flag, What) || {Flag, _} <- Flags, {Without, What} <- ?WITHOUT, Flag =:= Without],
    [code:add_pathsa(Folders) || {pa, Folders} <- Flags],
    [code:add_pathsz(Folders) || {pz, Folders} <- Flags],
    ok = sonde_boot:set_flags(Flags),
    ok = sonde_boot:set_arguments(Plain).

main() ->
    {Flags, _} = parse(sonde_boot:words()),
    sonde_release:start(sonde_release:script(Flags)),
    case {lists:keymember(user, 1, Flags), has_shell(Flags)} of
        {true, _} -> sonde_shell:start_user();
        {false, true} -> sonde_shell:start_shell();
        {false, false} -> ok
    end,
    group_leader(whereis(user), self()),
    %% As under erl, the machine has started before it does what the flags say, which may last: the shell and `peer` do not wait for that.
    init ! {sonde_shell, started},
    [sonde_shell:run(Flag, Values) || {Flag, Values} <- Flags],
    init ! {sonde_erl, evaluated},
    receive after infinity -> ok end.

has_shell(Flags) -> not lists:any(fun({Flag, _}) -> lists:member(Flag, [noshell, noinput, detached]) end, Flags).

refuse(Flag, What) ->
    sonde_trace_output:tell(sonde_trace_output:open(<<>>), io_lib:format("-~ts: sonde erl has no ~ts", [Flag, What])),
    halt(2).

%% -> {Flags, Plain}: flags with their values, in order; the words that belong to none. As OTP's init splits them: `--` ends a flag's
%% values, and all that stands behind -extra is plain.
parse(Words) -> parse(Words, [], []).

parse(["-extra" | Rest], Flags, Plain) -> {lists:reverse(Flags), lists:reverse(Plain, Rest)};
parse(["--" | Rest], Flags, Plain) -> parse(Rest, Flags, Plain);
parse([[$- | Name] | Rest], Flags, Plain) ->
    {Values, Rest1} = lists:splitwith(fun([C | _]) -> C =/= $-; ([]) -> true end, Rest),
    parse(Rest1, [{list_to_atom(Name), Values} | Flags], Plain);
parse([Word | Rest], Flags, Plain) -> parse(Rest, Flags, [Word | Plain]);
parse([], Flags, Plain) -> {lists:reverse(Flags), lists:reverse(Plain)}.
