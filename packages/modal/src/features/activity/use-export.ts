import { type Activity, historyQuery, type Kit } from '@latchkey/core'
import { type AccountId, addressOf, chainOf, hasCode } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { findChain } from '../../shared/chain-name.ts'
import type { ActivityWords } from '../../words/words.ts'
import { saveText } from './save-text.ts'
import { toCsv } from './to-csv.ts'

const maxTransactions = 10_000
const maxPages = 400

/**
 * Reads an account's whole history and saves it as a file. `collected` is the number of
 * transactions read so far, or null when no export is running.
 */
export function useExport({
  kit,
  account,
  modal,
  words,
}: {
  readonly kit: Kit
  readonly account: AccountId
  readonly modal: ViewModal
  readonly words: ActivityWords
}): { readonly collected: number | null; readonly start: (withHidden: boolean) => void } {
  const [collected, setCollected] = useState<number | null>(null)
  const runningController = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => runningController.current?.abort(), [])
  const startExport = (withHidden: boolean): void => {
    if (runningController.current) return
    const controller = new AbortController()
    runningController.current = controller
    setCollected(0)
    const { currency = 'usd' } = modal.options
    collectItems(kit, { account, currency, signal: controller.signal, onCount: setCollected })
      .then(({ items, isWhole }) => {
        const exportedItems = items.filter(({ isSpam }) => withHidden || !isSpam)
        const coin = findChain(kit, chainOf(account))?.nativeCurrency ?? { symbol: '', decimals: 0 }
        saveText(
          toCsv(exportedItems, { words: words.csv, currency, coin }),
          `activity-${addressOf(account).slice(0, 12)}.csv`,
        )
        modal.toast({
          variant: 'success',
          text: (isWhole ? words.exported : words.exportedNewest)(exportedItems.length),
        })
      })
      .catch((error: unknown) => {
        if (!hasCode(error, 'aborted')) modal.toast({ variant: 'error', text: words.unavailable })
      })
      .finally(() => {
        runningController.current = undefined
        if (!controller.signal.aborted) setCollected(null)
      })
  }
  return { collected, start: startExport }
}

async function collectItems(
  kit: Kit,
  {
    account,
    currency,
    signal,
    onCount,
  }: {
    readonly account: AccountId
    readonly currency: string
    readonly signal: AbortSignal
    readonly onCount: (count: number) => void
  },
): Promise<{ readonly items: readonly Activity[]; readonly isWhole: boolean }> {
  const query = historyQuery(kit, { account, currency })
  const itemsById = new Map<string, Activity>()
  const cursors: (string | null)[] = [null]
  for (;;) {
    const cursor = cursors[cursors.length - 1] ?? null
    const historyPage = await query.queryFn({ pageParam: cursor, signal })
    for (const item of historyPage.items) {
      if (!itemsById.has(item.id)) itemsById.set(item.id, item)
    }
    onCount(itemsById.size)
    const nextCursor = query.getNextPageParam(historyPage, [], cursor, cursors)
    const isLastPage = nextCursor === undefined
    if (isLastPage || itemsById.size >= maxTransactions || cursors.length >= maxPages)
      return {
        items: [...itemsById.values()].sort((a, b) => b.at - a.at).slice(0, maxTransactions),
        isWhole: isLastPage,
      }
    cursors.push(nextCursor)
  }
}
