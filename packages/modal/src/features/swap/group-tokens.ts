import { type Balance, fiatValue, type SwapAsset } from '@latchkey/core'
import { swapSuggestedFirst, swapSuggestedSymbols } from '@latchkey/protocol'

/** A token that may be chosen, with its balance when that is known and not zero. */
export interface Choice {
  readonly asset: SwapAsset
  readonly balance?: Balance
}

export interface TokenGroups {
  /** Held tokens, highest value first. */
  readonly owned: readonly Choice[]
  /** Tokens on the list of suggested symbols, in its order. */
  readonly suggested: readonly Choice[]
  /** All others, by symbol. */
  readonly popular: readonly Choice[]
}

/**
 * Groups the tokens that can be swapped; each token once.
 * @param search part of a symbol or name, or a whole address.
 */
export function groupTokens(parameters: {
  readonly tokens: readonly SwapAsset[]
  readonly balances: readonly Balance[]
  readonly search: string
}): TokenGroups {
  const { tokens, balances, search } = parameters
  const wanted = search.trim().toLowerCase()
  const held = new Map(
    balances.filter(({ amount }) => amount > 0n).map((one) => [one.asset.id.toLowerCase(), one]),
  )
  const found = tokens
    .filter((asset) => isMatch(asset, wanted))
    .map((asset): Choice => {
      const balance = held.get(asset.id.toLowerCase())
      return balance ? { asset, balance } : { asset }
    })
  const owned = found.filter(({ balance }) => balance).sort(byWorth)
  const rest = found.filter(({ balance }) => !balance).sort(bySymbol)
  const [first] = tokens
  const order = [
    ...((first && swapSuggestedFirst[chainPart(first.id)]) ?? []),
    ...swapSuggestedSymbols,
  ]
  // Another token may have the same symbol: only one of each is suggested.
  const suggested = order.flatMap(
    (symbol) => rest.find(({ asset }) => asset.symbol === symbol && !asset.warning) ?? [],
  )
  const shown = new Set(suggested)
  return { owned, suggested: [...shown], popular: rest.filter((choice) => !shown.has(choice)) }
}

function isMatch({ id, name, symbol }: SwapAsset, wanted: string): boolean {
  return (
    name.toLowerCase().includes(wanted) ||
    symbol.toLowerCase().includes(wanted) ||
    id.toLowerCase().endsWith(`:${wanted}`)
  )
}

function chainPart(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

function bySymbol(a: Choice, b: Choice): number {
  return (
    compareTexts(a.asset.symbol.toLowerCase(), b.asset.symbol.toLowerCase()) ||
    compareTexts(a.asset.id, b.asset.id)
  )
}

function byWorth(a: Choice, b: Choice): number {
  const worthOf = ({ balance }: Choice): number => Number((balance && fiatValue([balance])) ?? -1)
  return worthOf(b) - worthOf(a) || bySymbol(a, b)
}

function compareTexts(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}
