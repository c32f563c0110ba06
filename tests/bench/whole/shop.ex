# What Elixir's compiler is given: structs, protocols, macros, pattern matching, a server, comprehensions.
defmodule Shop.Money do
  defstruct amount: 0, currency: :eur

  def new(amount, currency \\ :eur) when is_integer(amount), do: %__MODULE__{amount: amount, currency: currency}
  def add(%__MODULE__{currency: c} = a, %__MODULE__{currency: c} = b), do: %{a | amount: a.amount + b.amount}
  def times(%__MODULE__{} = a, n), do: %{a | amount: a.amount * n}
end

defimpl String.Chars, for: Shop.Money do
  def to_string(%{amount: amount, currency: currency}) do
    "#{div(amount, 100)}.#{amount |> rem(100) |> Integer.to_string() |> String.pad_leading(2, "0")} #{currency |> Atom.to_string() |> String.upcase()}"
  end
end

defprotocol Shop.Priced do
  @doc "What it costs."
  def price(item)
end

defmodule Shop.Article do
  @enforce_keys [:name, :price]
  defstruct [:name, :price, tags: [], stock: 0]
  defimpl Shop.Priced, do: def(price(article), do: article.price)
end

defmodule Shop.Bundle do
  defstruct articles: [], discount: 0

  defimpl Shop.Priced do
    def price(%{articles: articles, discount: discount}) do
      sum = Enum.reduce(articles, Shop.Money.new(0), &Shop.Money.add(Shop.Priced.price(&1), &2))
      %{sum | amount: div(sum.amount * (100 - discount), 100)}
    end
  end
end

defmodule Shop.Rules do
  defmacro __using__(_) do
    quote do
      import Shop.Rules
      Module.register_attribute(__MODULE__, :rules, accumulate: true)
      @before_compile Shop.Rules
    end
  end

  defmacro rule(name, pattern, do: body) do
    quote do
      @rules unquote(name)
      def apply_rule(unquote(name), unquote(pattern)), do: unquote(body)
    end
  end

  defmacro __before_compile__(_) do
    quote do
      def rules, do: Enum.reverse(@rules)
      def apply_all(order), do: Enum.reduce(rules(), order, &apply_rule/2)
    end
  end
end

defmodule Shop.Order do
  use Shop.Rules
  alias Shop.{Article, Money, Priced}

  for {code, country} <- [de: "Germany", fr: "France", it: "Italy", es: "Spain", pl: "Poland", se: "Sweden", fi: "Finland", pt: "Portugal"] do
    def country(unquote(code)), do: unquote(country)
    def country(unquote(country)), do: unquote(code)
  end

  rule :shipping, %{sum: %Money{amount: amount}} = order, do: Map.put(order, :shipping, if(amount > 5000, do: 0, else: 490))
  rule :gift, %{items: [_, _, _ | _]} = order, do: Map.update(order, :gifts, 1, &(&1 + 1))
  rule :gift, order, do: order

  def new(items) do
    with [_ | _] <- items, {:ok, sum} <- total(items) do
      {:ok, apply_all(%{items: items, sum: sum})}
    else
      [] -> {:error, :empty}
      {:error, _} = error -> error
    end
  end

  def total(items) do
    items
    |> Enum.map(&Priced.price/1)
    |> Enum.group_by(& &1.currency)
    |> Map.to_list()
    |> case do
      [{_, prices}] -> {:ok, Enum.reduce(prices, &Money.add/2)}
      several -> {:error, {:currencies, Keyword.keys(several)}}
    end
  end

  def receipt(%{items: items, sum: sum} = order) do
    lines = for %Article{name: name} = article <- items, into: "", do: "#{String.pad_trailing(name, 20)} #{Priced.price(article)}\n"
    "#{lines}#{String.duplicate("-", 30)}\n#{sum}#{if order[:gifts], do: " and a gift"}\n"
  end

  def parse(<<"order ", number::binary-size(4), ?:, rest::binary>>) do
    articles =
      for part <- String.split(rest, ","), [name, price] <- [String.split(part, "=", parts: 2)] do
        %Article{name: String.trim(name), price: Money.new(String.to_integer(String.trim(price)))}
      end

    {String.to_integer(number), articles}
  end
end

defmodule Shop.Server do
  use GenServer

  def start_link(options \\ []), do: GenServer.start_link(__MODULE__, :ok, options)
  def put(server, order), do: GenServer.call(server, {:put, order})
  def report(server), do: GenServer.call(server, :report)

  @impl true
  def init(:ok), do: {:ok, %{orders: [], count: 0}}

  @impl true
  def handle_call({:put, order}, _from, %{orders: orders, count: count} = state) do
    {:reply, count, %{state | orders: [order | orders], count: count + 1}}
  end

  def handle_call(:report, _from, state) do
    top =
      state.orders
      |> Stream.flat_map(& &1.items)
      |> Stream.reject(&(&1.price.amount < 100))
      |> Enum.frequencies_by(& &1.name)
      |> Enum.sort_by(fn {name, count} -> {-count, name} end)
      |> Enum.take(3)

    {:reply, top, state}
  end
end

defmodule Shop.Main do
  # Orders of articles whose numbers follow from their own.
  def run(orders) do
    {:ok, server} = Shop.Server.start_link()

    1..orders
    |> Stream.map(fn n ->
      "order #{n |> rem(10000) |> Integer.to_string() |> String.pad_leading(4, "0")}:" <>
        Enum.map_join(1..(1 + rem(n, 5)), ",", &"article #{rem(n * &1, 17)} = #{rem(n * 31 * &1, 3000)}")
    end)
    |> Stream.map(&Shop.Order.parse/1)
    |> Enum.each(fn {_, articles} ->
      {:ok, order} = Shop.Order.new(articles)
      true = String.valid?(Shop.Order.receipt(order))
      Shop.Server.put(server, order)
    end)

    Shop.Server.report(server)
  end
end
