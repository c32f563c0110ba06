%% The tracer module of tests/stress/module_storm.erl; see storm_tracer.c.
-module(storm_tracer).
-export([enabled/3, trace/5, set_mode/2, count/0]).
-nifs([enabled/3, trace/5, set_mode/2, count/0]).
-on_load(load/0).

load() -> erlang:load_nif(filename:join(filename:dirname(code:which(?MODULE)), ?MODULE_STRING), []).

enabled(_Tag, _Slot, _Tracee) -> erlang:nif_error(not_loaded).
trace(_Tag, _Slot, _Tracee, _Term, _Options) -> erlang:nif_error(not_loaded).

%% What the slot does from now on: 0 trace, 1 discard, 2 remove, 3 block, 4 raise, 5 return rubbish.
set_mode(_Slot, _Mode) -> erlang:nif_error(not_loaded).
%% Events since the library was loaded.
count() -> erlang:nif_error(not_loaded).
