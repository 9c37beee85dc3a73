import type { QueryClient } from '@tanstack/react-query'

/** A gateway keeps balances that long (facts 1.4). */
const gatewayCacheMs = 10_000

/** Reads balances again: at once for what the chain itself tells, and once more when the gateway has forgotten the old ones. */
export function refreshBalances(client: QueryClient): void {
  const read = (): void => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some((part) => isBalanceKey(part)) })
  }
  read()
  setTimeout(read, gatewayCacheMs)
}

function isBalanceKey(part: unknown): boolean {
  return part === 'balances' || part === 'native-balance' || part === 'portfolio'
}
