import type { Clock } from './logins/clock.ts'

/**
 * Waits for rows of a table for all callers in this process, with one statement for all of them.
 */
export interface RowWatch<Row> {
  /**
   * Resolves with the first defined result of `check` on the row; undefined after `ms` milliseconds
   * or when `signal` fires.
   */
  until<T>(
    id: string,
    check: (row: Row | undefined) => T | undefined,
    ms: number,
    signal: AbortSignal,
  ): Promise<T | undefined>
}

interface Waiting<Row> {
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
const everyMs = 90

export function watchRows<Row extends { readonly id: string }>(
  store: { findAll(ids: readonly string[]): Promise<readonly Row[]> },
  clock: Clock,
): RowWatch<Row> {
  const waiting = new Set<Waiting<Row>>()
  const state = { isRunning: false }

  async function checkRows(): Promise<void> {
    const asked = [...waiting]
    try {
      const rows = new Map(
        (await store.findAll([...new Set(asked.map(({ id }) => id))])).map((row) => [row.id, row]),
      )
      for (const one of asked) {
        if (!one.lookAt(rows.get(one.id)) && clock.now() >= one.until) one.end()
      }
    } catch (error) {
      for (const one of asked) {
        one.fail(error)
      }
    }
    state.isRunning = waiting.size > 0
    if (state.isRunning) clock.after(everyMs, checkRows)
  }

  return {
    until: (id, check, ms, signal) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          waiting.delete(one)
          signal.removeEventListener('abort', one.end)
        }
        const one: Waiting<Row> = {
          id,
          until: clock.now() + ms,
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
        waiting.add(one)
        if (state.isRunning) return
        state.isRunning = true
        clock.after(everyMs, checkRows)
      }),
  }
}
