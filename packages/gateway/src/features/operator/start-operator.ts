import { type Context, Hono } from 'hono'
import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import type { Database } from '../../data/sql.ts'
import { createAuthorizer } from './authorize.ts'
import { dashboardFolder } from './dashboard-folder.ts'
import type { DatabaseSettings } from './database-settings.ts'
import { operatorApp } from './operator-app.ts'
import { operatorToken } from './operator-token.ts'
import { startRollUp } from './roll-up.ts'
import { serveDashboard } from './serve-dashboard.ts'
import type { ListenTail } from './tail-stream.ts'

export interface StartOperatorOptions {
  readonly settings: DatabaseSettings
  /** Settings of orders; undefined when the gateway has no orders. */
  readonly orders?: Config['orders']
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly database: Pick<Database, 'db' | 'tryLock'>
  readonly listen: ListenTail
  readonly log: Log
  readonly callerOf: (context: Context) => string
}

/** The dashboard and operator API of a running gateway. */
export interface StartedOperator {
  /** Serves the routes `/dashboard/*` and `/operator/v1/*`. */
  readonly app: Hono
  /** File that contains the operator's token; absent when the token is from the environment. */
  readonly tokenPath: string | undefined
  /** Stops the live views of events, and the summing of finished days. */
  stop(): Promise<void>
}

/**
 * Starts the dashboard and operator API. `LATCHKEY_GATEWAY_DASHBOARD` names another folder of built
 * files.
 * @throws `config-invalid` when the token is too short or cannot be stored
 */
export function startOperator(options: StartOperatorOptions): StartedOperator {
  const { dataDir, env, database, log } = options
  const { token, path } = operatorToken(dataDir, env)
  const stopController = new AbortController()
  const app = new Hono()
  app.route('/', serveDashboard(env.LATCHKEY_GATEWAY_DASHBOARD || dashboardFolder))
  app.route(
    '/',
    operatorApp({
      ...options,
      db: database.db,
      authorizer: createAuthorizer(database.db, token),
      isDevelopment: env.NODE_ENV !== 'production',
      signal: stopController.signal,
    }),
  )
  const stopRollUp = startRollUp(database, (error) =>
    log.error(describeError(error), 'days could not be summed'),
  )
  return {
    app,
    tokenPath: path,
    async stop() {
      stopController.abort()
      await stopRollUp()
    },
  }
}
