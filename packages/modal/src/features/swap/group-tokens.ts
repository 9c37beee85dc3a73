import { type Balance, fiatValue, type SwapAsset } from '@latchkey/core'
import { swapSuggestedFirst, swapSuggestedSymbols } from '@latchkey/protocol'

/** A token that may be chosen, with its balance when that is known and not zero. */
export interface TokenChoice {
  readonly asset: SwapAsset
  readonly balance?: Balance
}

export interface TokenGroups {
  /** Held tokens, highest value first. */
  readonly owned: readonly TokenChoice[]
  /** Tokens on the list of suggested symbols, in its order. */
  readonly suggested: readonly TokenChoice[]
  /** All other tokens, sorted by symbol. */
  readonly popular: readonly TokenChoice[]
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
  const searchText = search.trim().toLowerCase()
  const balancesById = new Map(
    balances.filter(({ amount }) => amount > 0n).map((one) => [one.asset.id.toLowerCase(), one]),
  )
  const matchingChoices = tokens
    .filter((asset) => matchesSearch(asset, searchText))
    .map((asset): TokenChoice => {
      const balance = balancesById.get(asset.id.toLowerCase())
      return balance ? { asset, balance } : { asset }
    })
  const ownedTokens = matchingChoices.filter(({ balance }) => balance).sort(compareWorths)
  const otherChoices = matchingChoices.filter(({ balance }) => !balance).sort(compareSymbols)
  const [first] = tokens
  const suggestedSymbols = [
    ...((first && swapSuggestedFirst[chainOfTokenId(first.id)]) ?? []),
    ...swapSuggestedSymbols,
  ]
  // Several tokens may have the same symbol: only one token per symbol is suggested.
  const suggestedTokens = suggestedSymbols.flatMap(
    (symbol) => otherChoices.find(({ asset }) => asset.symbol === symbol && !asset.warning) ?? [],
  )
  const shownChoices = new Set(suggestedTokens)
  return {
    owned: ownedTokens,
    suggested: [...shownChoices],
    popular: otherChoices.filter((choice) => !shownChoices.has(choice)),
  }
}

function matchesSearch({ id, name, symbol }: SwapAsset, searchText: string): boolean {
  return (
    name.toLowerCase().includes(searchText) ||
    symbol.toLowerCase().includes(searchText) ||
    id.toLowerCase().endsWith(`:${searchText}`)
  )
}

function chainOfTokenId(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

function compareSymbols(a: TokenChoice, b: TokenChoice): number {
  return (
    compareTexts(a.asset.symbol.toLowerCase(), b.asset.symbol.toLowerCase()) ||
    compareTexts(a.asset.id, b.asset.id)
  )
}

function compareWorths(a: TokenChoice, b: TokenChoice): number {
  const fiatWorthOf = ({ balance }: TokenChoice): number =>
    Number((balance && fiatValue([balance])) ?? -1)
  return fiatWorthOf(b) - fiatWorthOf(a) || compareSymbols(a, b)
}

function compareTexts(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}
