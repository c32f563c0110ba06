%% Version 1 of a module that is loaded again.
-module(waiting_version_1).
-define(VERSION, 1).
-include("waiting_functions.hrl").
