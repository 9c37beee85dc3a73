import type { Clock } from './logins/clock.ts'

/**
 * Waits for changes of table rows on behalf of all callers in this process, with one polling
 * statement for all of them.
 */
export interface RowWatch<Row> {
  /**
   * Waits until `check` returns something defined for the row, and resolves with that; undefined
   * after `timeoutMs` milliseconds or when `signal` aborts.
   */
  until<T>(
    id: string,
    check: (row: Row | undefined) => T | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<T | undefined>
}

interface RowWaiter<Row> {
  readonly id: string
  readonly until: number
  offerRow(row: Row | undefined): boolean
  endWait(): void
  failWait(error: unknown): void
}

/**
 * Polling interval in milliseconds. A closed login window must be noticed within a second: it
 * counts as closed after 900 ms of silence, and then up to one interval passes.
 */
const pollIntervalMs = 90

export function watchRows<Row extends { readonly id: string }>(
  store: { findAll(ids: readonly string[]): Promise<readonly Row[]> },
  clock: Clock,
): RowWatch<Row> {
  const waiters = new Set<RowWaiter<Row>>()
  const state = { isRunning: false }

  async function checkRows(): Promise<void> {
    const currentWaiters = [...waiters]
    try {
      const rows = new Map(
        (await store.findAll([...new Set(currentWaiters.map(({ id }) => id))])).map((row) => [
          row.id,
          row,
        ]),
      )
      for (const waiter of currentWaiters) {
        if (!waiter.offerRow(rows.get(waiter.id)) && clock.now() >= waiter.until) waiter.endWait()
      }
    } catch (error) {
      for (const waiter of currentWaiters) {
        waiter.failWait(error)
      }
    }
    state.isRunning = waiters.size > 0
    if (state.isRunning) clock.runAfter(pollIntervalMs, checkRows)
  }

  return {
    until: (id, check, timeoutMs, signal) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', waiter.endWait)
        }
        const waiter: RowWaiter<Row> = {
          id,
          until: clock.now() + timeoutMs,
          offerRow(row) {
            const checkResult = check(row)
            if (checkResult === undefined) return false
            stopWaiting()
            resolve(checkResult)
            return true
          },
          endWait() {
            stopWaiting()
            resolve(undefined)
          },
          failWait(error) {
            stopWaiting()
            reject(error)
          },
        }
        if (signal.aborted) return resolve(undefined)
        signal.addEventListener('abort', waiter.endWait)
        waiters.add(waiter)
        if (state.isRunning) return
        state.isRunning = true
        clock.runAfter(pollIntervalMs, checkRows)
      }),
  }
}
