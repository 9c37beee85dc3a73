import {
  addressOf,
  type ChainId,
  chainOf,
  isAccountId,
  isAssetId,
  isChainId,
  namespaceOf,
  type RecentWallet,
} from '@latchkey/protocol'
import { isSession } from './check-grant.ts'
import type { Kit } from './kit.ts'
import { own } from './own.ts'
import { readStored } from './persist.ts'
import type { LastSession, Transaction } from './state.ts'

/** Puts what storage held into state: chosen chains and namespace, recent wallets, pending transactions. */
export function restore(kit: Kit): void {
  const active = readStored(kit, 'active') as { namespace?: unknown; chains?: unknown } | null | undefined
  const wished = Object.values((active?.chains ?? {}) as Record<string, unknown>)
  const chains: Record<string, ChainId> = {}
  for (const { id } of kit.chains) if (wished.includes(id)) chains[namespaceOf(id)] = id
  const namespace = active?.namespace
  const transactions = list(kit, 'pending').filter(isPending).slice(-99).map(revive)
  const recent = list(kit, 'recent').filter(isRecent)
  const isKnown = typeof namespace === 'string' && own(kit.adapters, namespace) !== undefined
  if (!isKnown && !recent.length && !transactions.length && !Object.keys(chains).length) return
  kit.dispatch({ type: 'restored', chains, recent, transactions, ...(isKnown ? { namespace } : {}) })
  for (const { id, status } of transactions) if (status === 'signing') kit.dispatch({ type: 'transaction-lost', id })
}

/** Connections to find again; each validated, the others dropped. */
export function storedConnections(kit: Kit): readonly { readonly connector: string; readonly last: LastSession }[] {
  return list(kit, 'connections').flatMap((entry) => {
    const { connector, sessions, hidden } = (entry ?? {}) as Record<string, unknown>
    return typeof connector === 'string' &&
      connector.length <= 200 &&
      Array.isArray(sessions) &&
      sessions.every((session) => isSession(kit, session))
      ? [
          {
            connector,
            last: { sessions, hidden: Array.isArray(hidden) ? hidden.filter((n) => typeof n === 'string') : [] },
          },
        ]
      : []
  })
}

function list(kit: Kit, name: 'connections' | 'pending' | 'recent'): readonly unknown[] {
  const value = readStored(kit, name)
  return Array.isArray(value) ? value.slice(0, 100) : []
}

function isText(value: unknown, max = 200): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max
}

function isRecent(entry: unknown): entry is RecentWallet {
  const { id, name, image_id } = (entry ?? {}) as Record<string, unknown>
  return isText(id) && isText(name) && (image_id === undefined || isText(image_id))
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
    addressOf(from).length > 0 &&
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
