import type { AssetMove } from './post-conditions.ts'

interface AssetAccount {
  balance: bigint
  sent: bigint
  received: bigint
}

/**
 * Balances of all principals (accounts and contracts), added up from the transfers of executed
 * transactions.
 */
export interface Ledger {
  applyMoves(moves: readonly AssetMove[], sign: 1n | -1n): void
  /** Balances of a principal in all assets of one kind, by asset id `ADDRESS.contract::token`. */
  holdingsOf(
    principal: string,
    kind: AssetMove['kind'],
  ): Readonly<Record<string, Readonly<AssetAccount>>>
}

export function openLedger(): Ledger {
  const accountsByKey = new Map<string, AssetAccount>()
  const accountOf = (kind: AssetMove['kind'], principal: string, asset: string) => {
    const key = `${kind} ${principal} ${asset}`
    const foundAccount = accountsByKey.get(key) ?? { balance: 0n, sent: 0n, received: 0n }
    accountsByKey.set(key, foundAccount)
    return foundAccount
  }
  return {
    applyMoves(moves, sign) {
      for (const { kind, asset, amount, sender, recipient } of moves) {
        if (sender) {
          const assetAccount = accountOf(kind, sender, asset)
          assetAccount.balance -= sign * amount
          assetAccount.sent += sign * amount
        }
        if (recipient) {
          const assetAccount = accountOf(kind, recipient, asset)
          assetAccount.balance += sign * amount
          assetAccount.received += sign * amount
        }
      }
    },
    holdingsOf(principal, kind) {
      const keyPrefix = `${kind} ${principal} `
      const ownAccounts = [...accountsByKey].filter(
        ([key, { sent, received }]) => key.startsWith(keyPrefix) && (sent || received),
      )
      return Object.fromEntries(
        ownAccounts.map(([key, held]) => [key.slice(keyPrefix.length), held]),
      )
    },
  }
}
