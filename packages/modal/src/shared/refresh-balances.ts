import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds for which a gateway may answer with cached balances. */
const gatewayCacheMs = 10_000

/** Reads balances at once, and again when the gateway's cache has expired. */
export function refreshBalances(client: QueryClient): void {
  const invalidateBalances = (): void => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((part) => isBalanceKey(part)),
    })
  }
  invalidateBalances()
  setTimeout(invalidateBalances, gatewayCacheMs)
}

function isBalanceKey(part: unknown): boolean {
  return part === 'balances' || part === 'native-balance' || part === 'portfolio'
}
