import type { Clock } from './logins/clock.ts'

/**
 * Waits for rows of a table for all callers in this process, with one statement for all of them.
 */
export interface RowWatch<Row> {
  /**
   * Resolves with the first defined result of `check` on the row; undefined after `timeoutMs`
   * milliseconds or when `signal` fires.
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
  lookAt(row: Row | undefined): boolean
  end(): void
  fail(error: unknown): void
}

/**
 * Polling interval in milliseconds: the end of a window must be noticed within a second (900 ms of
 * silence plus this).
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
      for (const one of currentWaiters) {
        if (!one.lookAt(rows.get(one.id)) && clock.now() >= one.until) one.end()
      }
    } catch (error) {
      for (const one of currentWaiters) {
        one.fail(error)
      }
    }
    state.isRunning = waiters.size > 0
    if (state.isRunning) clock.after(pollIntervalMs, checkRows)
  }

  return {
    until: (id, check, timeoutMs, signal) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          waiters.delete(one)
          signal.removeEventListener('abort', one.end)
        }
        const one: RowWaiter<Row> = {
          id,
          until: clock.now() + timeoutMs,
          lookAt(row) {
            const found = check(row)
            if (found === undefined) return false
            stopWaiting()
            resolve(found)
            return true
          },
          end() {
            stopWaiting()
            resolve(undefined)
          },
          fail(error) {
            stopWaiting()
            reject(error)
          },
        }
        if (signal.aborted) return resolve(undefined)
        signal.addEventListener('abort', one.end)
        waiters.add(one)
        if (state.isRunning) return
        state.isRunning = true
        clock.after(pollIntervalMs, checkRows)
      }),
  }
}
