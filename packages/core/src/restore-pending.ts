import { chainOf, isAccountId, isAssetId, isChainId } from '@latchkey/protocol'
import type { Kit } from './kit.ts'
import { reduceConnection } from './reduce-connection.ts'
import { reduceTransaction } from './reduce-transaction.ts'
import type { Transaction } from './state.ts'

/** Puts the pending transactions of storage into state; of those the wallet was asked about nobody knows what became. */
export function restorePending(kit: Kit, entries: readonly unknown[]): void {
  const { recent } = kit.getState()
  const transactions = entries.filter(isPending).slice(-99).map(revive)
  if (!transactions.length) return
  kit.learn('transaction', reduceTransaction)
  kit.learn('connection', reduceConnection)
  kit.dispatch({ type: 'restored', chains: {}, recent, transactions })
  for (const { id, status } of transactions) if (status === 'signing') kit.dispatch({ type: 'transaction-lost', id })
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200
}

type Stored = Omit<Transaction, 'amount' | 'fee'> & { readonly amount: string; readonly fee?: string }

function isPending(entry: unknown): entry is Stored {
  const { id, status, chain, from, to, amount, fee, asset, createdAt, hash, nonce } = (entry ?? {}) as Partial<Stored>
  const isAmount = (text: unknown): boolean => typeof text === 'string' && /^\d{1,78}$/.test(text)
  return (
    isText(id) &&
    (status === 'signing' || status === 'unknown' || (status === 'submitted' && isText(hash))) &&
    isChainId(chain) &&
    isAccountId(from) &&
    chainOf(from) === chain &&
    isText(to) &&
    isAmount(amount) &&
    (fee === undefined || isAmount(fee)) &&
    isAssetId(asset?.id) &&
    isText(asset?.symbol) &&
    isText(asset?.name) &&
    Number.isInteger(asset?.decimals) &&
    Number.isFinite(createdAt) &&
    (nonce === undefined || Number.isSafeInteger(nonce))
  )
}

function revive({ amount, fee, ...rest }: Stored): Transaction {
  return { ...rest, amount: BigInt(amount), ...(fee === undefined ? {} : { fee: BigInt(fee) }) }
}
