import type { Move } from './post-conditions.ts'

interface AssetAccount {
  balance: bigint
  sent: bigint
  received: bigint
}

/** Balances of all principals, from observed transfers. */
export interface Ledger {
  add(moves: readonly Move[], sign: 1n | -1n): void
  /** By `ADDRESS.contract::token`. */
  holdingsOf(
    principal: string,
    kind: Move['kind'],
  ): Readonly<Record<string, Readonly<AssetAccount>>>
}

export function openLedger(): Ledger {
  const books = new Map<string, AssetAccount>()
  const entryOf = (kind: Move['kind'], principal: string, asset: string) => {
    const key = `${kind} ${principal} ${asset}`
    const found = books.get(key) ?? { balance: 0n, sent: 0n, received: 0n }
    books.set(key, found)
    return found
  }
  return {
    add(moves, sign) {
      for (const { kind, asset, amount, sender, recipient } of moves) {
        if (sender) {
          const one = entryOf(kind, sender, asset)
          one.balance -= sign * amount
          one.sent += sign * amount
        }
        if (recipient) {
          const one = entryOf(kind, recipient, asset)
          one.balance += sign * amount
          one.received += sign * amount
        }
      }
    },
    holdingsOf(principal, kind) {
      const start = `${kind} ${principal} `
      const mine = [...books].filter(
        ([key, { sent, received }]) => key.startsWith(start) && (sent || received),
      )
      return Object.fromEntries(mine.map(([key, held]) => [key.slice(start.length), held]))
    },
  }
}
