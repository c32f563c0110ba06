%% A tracer that writes events to a file: a tracer module (erl_tracer) in C. It works in Sonde and in Erlang/OTP.
%%
%%   {ok, Log} = sonde_trace_log:open("calls.strace"),
%%   Session = trace:session_create(calls, sonde_trace_log:tracer(Log), []),
%%   ...
%%   trace:session_destroy(Session),
%%   {ok, #{events := N, dropped := 0}} = sonde_trace_log:close(Log).
%%
%% An event becomes a record in the memory of the thread that reports it; the log's own thread writes the file. A log that is closed removes
%% itself where it traces; one that nobody refers to any more is closed.
-module(sonde_trace_log).

-export([open/1, open/2, record/3, snapshot/2, tracer/1, info/1, close/1]).
-export([enabled/3, enabled_call/3, trace/5]).
-export_type([log/0, error/0]).
-nifs([enabled/3, enabled_call/3, trace/5, open_log/5, open_recorder/6, snapshot_to/2, info/1, close/1]).
-on_load(load/0).

-opaque log() :: reference().
%% Why a file cannot be created or written: the name of an errno, such as enoent, enospc or enxio.
-type error() :: atom().

-define(RING_KB, 4096).
-define(RECORDER_RING_KB, 1024).

%% The library lies beside the module.
load() -> erlang:load_nif(filename:join(filename:dirname(code:which(?MODULE)), ?MODULE_STRING), []).

%% As open/2 without options.
-spec open(file:name_all()) -> {ok, log()} | {error, error()}.
open(File) -> open(File, #{}).

%% Creates the file. Errors are those of the system, as atoms: {error, enxio} for a named pipe that no process reads, since a thread would
%% wait for a reader otherwise; the caller can try again (sonde trace does so). Options:
%%
%%   ring_kb   memory of each thread that reports events, in kilobytes, a power of two (4096); what is not used costs nothing
%%   when_full what becomes of an event for which that has no room: drop (it is counted), wait (its scheduler waits until the thread of the log
%%             has written something, and with it all its processes), stop (the log ends)
%%   threads   how many threads may report: by default all schedulers that the machine has, with some to spare
-spec open(file:name_all(), #{ring_kb => pos_integer(), threads => pos_integer(), when_full => drop | wait | stop}) -> {ok, log()} | {error, error()}.
open(File, Options) when is_map(Options) ->
    Name = file_name(File),
    RingKb = maps:get(ring_kb, Options, ?RING_KB),
    Threads = maps:get(threads, Options, threads()),
    WhenFull = maps:get(when_full, Options, drop),
    is_integer(RingKb) andalso RingKb >= 8 andalso RingKb band (RingKb - 1) =:= 0 andalso lists:member(WhenFull, [drop, wait, stop])
        andalso [] =:= maps:keys(maps:without([ring_kb, threads, when_full], Options))
        orelse error(badarg, [File, Options]),
    open_log(Name, Threads, RingKb * 128, made_by(), WhenFull).

%% A recorder: a log without a file, which keeps the last events in so many bytes of memory, and what is younger than Ms (0: as much as the
%% memory holds). The watcher gets {abnormal_exit, Pid} when a process that is traced ends for another reason than normal, shutdown
%% or {shutdown, _}, once until the next snapshot.
-spec record(pos_integer(), non_neg_integer(), pid()) -> {ok, log()} | {error, term()}.
record(Bytes, Ms, Watcher) -> open_recorder(Bytes, Ms, Watcher, threads(), ?RECORDER_RING_KB * 128, made_by()).

%% Writes what a recorder has to a file of its own, and returns how many events that is. The recorder goes on. Errors are those of open/2.
-spec snapshot(log(), file:name_all()) -> {ok, non_neg_integer()} | {error, error()}.
snapshot(Log, File) -> snapshot_to(Log, file_name(File)).

made_by() -> unicode:characters_to_binary(io_lib:format("OTP ~ts", [erlang:system_info(otp_release)])).

file_name(File) when is_binary(File) -> File;
file_name(File) ->
    case unicode:characters_to_binary(File, unicode, file:native_name_encoding()) of
        Name when is_binary(Name) -> Name;
        _ -> error(badarg, [File])
    end.

threads() -> lists:sum([erlang:system_info(Kind) || Kind <- [schedulers, dirty_cpu_schedulers, dirty_io_schedulers]]) + 8.

%% What trace:session_create/3 and erlang:trace/3 take as tracer.
-spec tracer(log()) -> {module(), log()}.
tracer(Log) -> {?MODULE, Log}.

open_log(_File, _Threads, _Words, _Info, _WhenFull) -> erlang:nif_error(not_loaded).
open_recorder(_Bytes, _Ms, _Watcher, _Threads, _Words, _Info) -> erlang:nif_error(not_loaded).
snapshot_to(_Log, _File) -> erlang:nif_error(not_loaded).

%% How many events were recorded until now, and how many dropped because a thread's memory was full; of which processes, and `other` for what
%% no process has dropped or what is one of too many.
-spec info(log()) -> #{is_open := boolean(), events := non_neg_integer(), dropped := non_neg_integer(),
                       dropped_by := #{pid() | other => pos_integer()}}.
info(_Log) -> erlang:nif_error(not_loaded).

%% Ends the log: what has been recorded is in the file when this returns, with a footer. An error says that the file is not whole.
-spec close(log()) -> {ok, map()} | {error, term()}.
close(_Log) -> erlang:nif_error(not_loaded).

enabled(_Tag, _Log, _Tracee) -> erlang:nif_error(not_loaded).
enabled_call(_Tag, _Log, _Tracee) -> erlang:nif_error(not_loaded).
trace(_Tag, _Log, _Tracee, _Term, _Options) -> erlang:nif_error(not_loaded).
