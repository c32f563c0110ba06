% refused: a message in a y register that is skipped
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 6}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,1,1}.
{init_yregs,{list,[{y,0}]}}.
{label,3}.
{loop_rec,{f,4},{x,0}}.
{move,{x,0},{y,0}}.
{loop_rec_end,{f,3}}.
{label,4}.
{move,{y,0},{x,0}}.
{deallocate,1}.
return.
