% refused: two functions that run when the module is loaded
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 5}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
on_load.
return.
{function, g, 1, 4}.
{label,3}.
{func_info,{atom,mutant},{atom,g},1}.
{label,4}.
on_load.
return.
