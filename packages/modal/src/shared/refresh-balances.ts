import type { QueryClient } from '@tanstack/react-query'

/**
 * A gateway keeps that long what it is not asked to read anew: what no transaction of this page has
 * brought.
 */
const gatewayCacheMs = 10_000

/** Reads balances again: at once, and once more when a gateway has forgotten older ones. */
export function refreshBalances(client: QueryClient): void {
  const readAgain = (): void => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((part) => isBalanceKey(part)),
    })
  }
  readAgain()
  setTimeout(readAgain, gatewayCacheMs)
}

function isBalanceKey(part: unknown): boolean {
  return part === 'balances' || part === 'native-balance' || part === 'portfolio'
}
