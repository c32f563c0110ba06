%% Version 3 of a module that is replaced while it runs.
-module(running_version_3).
-define(VERSION, 3).
-include("running_functions.hrl").
