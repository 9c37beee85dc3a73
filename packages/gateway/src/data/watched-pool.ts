import type { Pool, PoolClient } from 'pg'
import { sqlOperation } from '../base/watch/sql-operation.ts'
import type { Watch } from '../base/watch/watch.ts'

type Query = (...queryArguments: readonly unknown[]) => Promise<unknown>

/**
 * The connection pool for drizzle; the duration of every statement is recorded. Drizzle recognises
 * a pool by its class name, and takes a connection from it for a transaction.
 */
export class WatchedPool {
  readonly query: Query
  readonly connect: () => Promise<{ readonly query: Query; readonly release: () => void }>

  constructor(pool: Pool, watch: Watch) {
    const watchQuery =
      (owner: Pool | PoolClient): Query =>
      (...queryArguments) =>
        watch({ kind: 'sql', labels: { operation: sqlOperation(queryArguments[0]) } }, () =>
          (owner.query as unknown as Query).apply(owner, [...queryArguments]),
        )
    this.query = watchQuery(pool)
    this.connect = async () => {
      const client = await pool.connect()
      return { query: watchQuery(client), release: () => client.release() }
    }
  }
}
