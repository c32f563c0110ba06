%% Version 3 of a module that is loaded again.
-module(waiting_version_3).
-define(VERSION, 3).
-define(WAITS, true).
-include("waiting_functions.hrl").
