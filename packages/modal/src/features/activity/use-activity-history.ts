import type { Activity, Transaction } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useTransactions } from '@latchkey/react'
import { useHistory } from '@latchkey/react/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ModalOptions } from '../../contract/options.ts'
import { refreshBalances } from '../../shared/refresh-balances.ts'
import { activityOfTransaction } from './activity-of-transaction.ts'

/** Milliseconds until the gateway's index is likely to contain a block that was just confirmed. */
const indexDelayMs = 3000

/**
 * When the newest transaction is less than this many milliseconds old, the displayed balances may
 * be older than it and are read again.
 */
const recentPeriodMs = 60_000

export interface ActivityHistory {
  /** Unsettled transactions of this page, the newest first. */
  readonly pending: readonly Transaction[]
  /**
   * The history: settled transactions of this page that the gateway does not list yet, and those
   * that the gateway lists.
   */
  readonly items: readonly Activity[]
  readonly history: useHistory.ReturnType
}

/**
 * The history of an account: what this kit has sent, then what the gateway lists; each transaction
 * once.
 */
export function useActivityHistory(account: AccountId, options: ModalOptions): ActivityHistory {
  const history = useHistory({ account, currency: options.currency })
  const ownTransactions = useTransactions({ from: account })
  const { items: gatewayItems, refresh } = history
  const settledCount = ownTransactions.filter(
    ({ status }) => status === 'confirmed' || status === 'failed',
  ).length
  const client = useQueryClient()
  const { id: newestId, at: newestAt = 0 } = gatewayItems[0] ?? {}
  // When a transaction has just happened, the shown balances may be older than it.
  useEffect(() => {
    if (newestId && Date.now() - newestAt < recentPeriodMs) refreshBalances(client)
  }, [newestId, newestAt, client])
  const previousCount = useRef(settledCount)
  useEffect(() => {
    if (settledCount <= previousCount.current) return
    previousCount.current = settledCount
    const timer = setTimeout(() => void refresh(), indexDelayMs)
    return () => clearTimeout(timer)
  }, [settledCount, refresh])
  const mergedActivities = useMemo(() => {
    const hashes = new Set(
      gatewayItems
        .filter(({ status }) => status !== 'pending')
        .map(({ hash }) => hash.toLowerCase()),
    )
    const unlistedTransactions = ownTransactions.filter(
      ({ hash }) => hash === undefined || !hashes.has(hash.toLowerCase()),
    )
    const pending = unlistedTransactions.filter(
      ({ status }) => status === 'signing' || status === 'submitted' || status === 'unknown',
    )
    const freshTransactions = unlistedTransactions.filter(
      ({ status, hash }) => hash !== undefined && (status === 'confirmed' || status === 'failed'),
    )
    // A pending transaction is taken from this page and not from the gateway, because this page
    // knows at least as much about it.
    const localHashes = new Set(
      [...pending, ...freshTransactions].map(({ hash }) => hash?.toLowerCase()),
    )
    return {
      pending,
      items: [
        ...freshTransactions.map(activityOfTransaction),
        ...gatewayItems.filter(({ hash }) => !localHashes.has(hash.toLowerCase())),
      ],
    }
  }, [gatewayItems, ownTransactions])
  return { ...mergedActivities, history }
}
