%% What the tracing natives look like to Erlang: OTP's module `trace` in the shape of release 28, for libraries of releases that do not have
%% it. Every function is a native (bif/bifs.def); this file gives them a module that can be asked: module_info, completion in the shell, specs.
-module(trace).

-export([session_create/3, session_destroy/1, session_info/1, process/4, port/4, function/4, send/3, recv/3, system/3, info/3, delivered/2]).
-export_type([session/0, tracer/0, limit/0]).

-opaque session() :: {reference(), {atom(), integer()}}.
-type tracer() :: pid() | port() | {module(), term()}.
%% Options that OTP does not have: bounded delivery and budgets, see tracing/README.md.
-type limit() :: {queue_limit, pos_integer()} | {overload, block | drop_new | stop} | {max_events, pos_integer()}
               | {max_rate, pos_integer()} | {stop_after, pos_integer()}.

-spec session_create(Name :: atom(), tracer(), [limit()]) -> session().
session_create(_Name, _Tracer, _Options) -> erlang:nif_error(undefined).

-spec session_destroy(session()) -> boolean().
session_destroy(_Session) -> erlang:nif_error(undefined).

-spec session_info(all | pid() | port() | mfa() | new_processes | new_ports | new | send | 'receive') -> term().
session_info(_Tracee) -> erlang:nif_error(undefined).

-spec process(session(), pid() | all | processes | existing | existing_processes | new | new_processes, boolean(), [term()]) -> non_neg_integer().
process(_Session, _Processes, _How, _Flags) -> erlang:nif_error(undefined).

-spec port(session(), port() | all | ports | existing | existing_ports | new | new_ports, boolean(), [term()]) -> non_neg_integer().
port(_Session, _Ports, _How, _Flags) -> erlang:nif_error(undefined).

-spec function(session(), mfa() | {module(), atom(), '_'} | {module(), '_', '_'} | on_load, boolean() | restart | pause | [term()], [atom()]) ->
          non_neg_integer().
function(_Session, _Functions, _MatchSpec, _Options) -> erlang:nif_error(undefined).

-spec send(session(), boolean() | [term()], []) -> non_neg_integer().
send(_Session, _MatchSpec, _Options) -> erlang:nif_error(undefined).

-spec recv(session(), boolean() | [term()], []) -> non_neg_integer().
recv(_Session, _MatchSpec, _Options) -> erlang:nif_error(undefined).

-spec system(session(), Event :: atom(), term()) -> ok.
system(_Session, _Event, _Value) -> erlang:nif_error(undefined).

-spec info(session(), pid() | port() | mfa() | on_load | new | new_processes | new_ports | send | 'receive' | system, Item :: atom()) -> term().
info(_Session, _Tracee, _Item) -> erlang:nif_error(undefined).

-spec delivered(session(), pid() | all) -> reference().
delivered(_Session, _Tracee) -> erlang:nif_error(undefined).
