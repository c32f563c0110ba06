%% Version 2 of a module that is loaded again.
-module(waiting_version_2).
-define(VERSION, 2).
-define(WAITS, true).
-include("waiting_functions.hrl").
