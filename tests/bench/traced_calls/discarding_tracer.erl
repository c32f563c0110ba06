%% A tracer module that discards every event.
-module(discarding_tracer).
-export([enabled/3, trace/5]).
-on_load(load/0).

load() -> erlang:load_nif(filename:join(filename:dirname(code:which(?MODULE)), ?MODULE_STRING), []).

enabled(_Tag, _State, _Tracee) -> erlang:nif_error(not_loaded).
trace(_Tag, _State, _Tracee, _Term, _Options) -> erlang:nif_error(not_loaded).
