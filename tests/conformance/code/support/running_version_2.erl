%% Version 2 of a module that is replaced while it runs.
-module(running_version_2).
-define(VERSION, 2).
-include("running_functions.hrl").
