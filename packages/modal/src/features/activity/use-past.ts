import type { Activity, Transaction } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useTransactions } from '@latchkey/react'
import { useHistory } from '@latchkey/react/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ModalOptions } from '../../contract/options.ts'
import { refreshBalances } from '../../shared/refresh-balances.ts'
import { ownActivity } from './own-activity.ts'

/** How long an index may need for what the chain has just confirmed. */
const indexMs = 3000

/** An entry of the history that is younger may be missing in balances that were read before. */
const newsMs = 60_000

export interface Past {
  /** Of this page, not settled, the newest first. */
  readonly pending: readonly Transaction[]
  /** Settled ones of this page that the gateway does not know yet are among them. */
  readonly items: readonly Activity[]
  readonly history: useHistory.ReturnType
}

/**
 * What an account did: what this kit has sent, then what the gateway knows; each transaction once.
 */
export function usePast(account: AccountId, options: ModalOptions): Past {
  const history = useHistory({ account, currency: options.currency })
  const own = useTransactions({ from: account })
  const { items: known, refresh } = history
  const settled = own.filter(({ status }) => status === 'confirmed' || status === 'failed').length
  const client = useQueryClient()
  const { id: newest, at: newestAt = 0 } = known[0] ?? {}
  // Something has just happened: what is shown of balances may be older.
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
    // Of what is under way for the gateway this page knows at least as much.
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
