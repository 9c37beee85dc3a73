import { sqlOperation } from '../base/watch/sql-operation.ts'
import type { Watch } from '../base/watch/watch.ts'
import type { KeptThread } from './pglite/kept-thread.ts'
import type { Rows } from './pglite/messages.ts'
import type { StatementRunner } from './pglite/thread.ts'

/**
 * Runs one statement for drizzle's PGlite driver; the thread sets the parsers that drizzle needs.
 */
export interface PgliteRunner {
  query(
    text: string,
    parameters?: readonly unknown[],
    options?: { readonly rowMode?: 'array' | 'object' },
  ): Promise<Rows>
}

export interface WatchedPglite extends PgliteRunner {
  transaction<T>(run: (transaction: PgliteRunner) => Promise<T>): Promise<T>
}

/**
 * The embedded database for drizzle; the duration of every statement is recorded, also inside
 * transactions.
 */
export function watchedPglite(
  thread: Pick<KeptThread, 'query' | 'transaction'>,
  watch: Watch,
): WatchedPglite {
  const watchRunner = (owner: StatementRunner): PgliteRunner => ({
    query: (text, parameters = [], { rowMode = 'object' } = {}) =>
      watch({ kind: 'sql', labels: { operation: sqlOperation(text) } }, () =>
        owner.query({ text, parameters, rowMode }),
      ),
  })
  return {
    ...watchRunner(thread),
    transaction: (run) => thread.transaction((innerRunner) => run(watchRunner(innerRunner))),
  }
}
