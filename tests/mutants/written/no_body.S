% refused: a function of which nothing follows the head
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 5}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{function, g, 1, 4}.
{label,3}.
{func_info,{atom,mutant},{atom,g},1}.
{label,4}.
return.
