% refused: a fun is called while a y register refers to a message in the queue
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 6}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,1,0}.
{init_yregs,{list,[{y,0}]}}.
{label,3}.
{loop_rec,{f,4},{x,0}}.
{move,{x,0},{y,0}}.
{move,{literal,fun erlang:self/0},{x,0}}.
{call_fun,0}.
remove_message.
{move,{y,0},{x,0}}.
{deallocate,1}.
return.
{label,4}.
{move,{atom,a},{x,0}}.
{deallocate,1}.
return.
