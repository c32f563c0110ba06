%% erlc on Sonde: the function of OTP's library that is behind the program erlc, with its messages where the caller wants them.
-module(sonde_erlc).

-export([main/0, main_on_standard_error/0]).

%% Compiles what the plain arguments say and ends the machine with erlc's status.
main() ->
    sonde_native:set_external_minor_version(external_minor_version()),
    erl_compile:compile_cmdline().

%% The same for a program that is to be run afterwards: standard output stays the program's.
main_on_standard_error() ->
    group_leader(whereis(standard_error), self()),
    main().

%% The compiler writes terms into its files as its own release's machine does: atoms in UTF-8 since OTP 26 (kernel 9).
external_minor_version() ->
    case filename:basename(code:lib_dir(kernel)) of
        "kernel-" ++ Version ->
            {Major, _} = string:to_integer(Version),
            if Major < 9 -> 1; true -> 2 end;
        _ -> 2
    end.
