import type { Activity, Transaction } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useTransactions } from '@latchkey/react'
import { useHistory } from '@latchkey/react/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ModalOptions } from '../../contract/options.ts'
import { refreshBalances } from '../../shared/refresh-balances.ts'
import { ownActivity } from './own-activity.ts'

/** Milliseconds that an index may need for a block that was just confirmed. */
const indexMs = 3000

/**
 * Milliseconds in which a transaction of the history may be newer than the balances read before.
 */
const newsMs = 60_000

export interface Past {
  /** Unsettled transactions of this page, the newest first. */
  readonly pending: readonly Transaction[]
  /** Includes settled transactions of this page that the gateway does not list yet. */
  readonly items: readonly Activity[]
  readonly history: useHistory.ReturnType
}

/**
 * The history of an account: what this kit has sent, then what the gateway lists; each transaction
 * once.
 */
export function usePast(account: AccountId, options: ModalOptions): Past {
  const history = useHistory({ account, currency: options.currency })
  const own = useTransactions({ from: account })
  const { items: known, refresh } = history
  const settled = own.filter(({ status }) => status === 'confirmed' || status === 'failed').length
  const client = useQueryClient()
  const { id: newest, at: newestAt = 0 } = known[0] ?? {}
  // A transaction just happened, so the shown balances may be older.
  useEffect(() => {
    if (newest && Date.now() - newestAt < newsMs) refreshBalances(client)
  }, [newest, newestAt, client])
  const before = useRef(settled)
  useEffect(() => {
    if (settled <= before.current) return
    before.current = settled
    const timer = setTimeout(() => void refresh(), indexMs)
    return () => clearTimeout(timer)
  }, [settled, refresh])
  const merged = useMemo(() => {
    const hashes = new Set(
      known.filter(({ status }) => status !== 'pending').map(({ hash }) => hash.toLowerCase()),
    )
    const rest = own.filter(({ hash }) => hash === undefined || !hashes.has(hash.toLowerCase()))
    const pending = rest.filter(
      ({ status }) => status === 'signing' || status === 'submitted' || status === 'unknown',
    )
    const fresh = rest.filter(
      ({ status, hash }) => hash !== undefined && (status === 'confirmed' || status === 'failed'),
    )
    // Of pending transactions this page knows at least as much as the gateway.
    const told = new Set([...pending, ...fresh].map(({ hash }) => hash?.toLowerCase()))
    return {
      pending,
      items: [
        ...fresh.map(ownActivity),
        ...known.filter(({ hash }) => !told.has(hash.toLowerCase())),
      ],
    }
  }, [known, own])
  return { ...merged, history }
}
