import type { PGlite, Transaction } from '@electric-sql/pglite'
import { sqlOperation } from '../watch/sql-operation.ts'
import type { Watch } from '../watch/watch.ts'

/** PGlite as drizzle sees it: every statement is noted, within transactions too. */
export function watchedPglite(client: PGlite, watch: Watch): Pick<PGlite, 'query' | 'transaction'> {
  const query =
    (owner: PGlite | Transaction): PGlite['query'] =>
    (text, parameters, options) =>
      watch({ kind: 'sql', labels: { operation: sqlOperation(text) } }, () => owner.query(text, parameters, options))
  return {
    query: query(client),
    transaction: (run) =>
      client.transaction((tx) =>
        run(new Proxy(tx, { get: (target, name) => (name === 'query' ? query(tx) : Reflect.get(target, name)) })),
      ),
  }
}
