import { SiwxError } from '@latchkey/siwx'
import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import type { Sql } from '../../data/sql.ts'
import type { SignIn } from '../../ports/sign-in-port.ts'
import { databaseSignIn } from './database-sign-in.ts'
import { makeSignInMetrics, type SignInMetrics } from './sign-in-metrics.ts'

const sweepIntervalMs = 600_000

export interface SignInOptions {
  readonly config: Pick<Config, 'signIn' | 'chains'>
  readonly db: Sql
  readonly log: Log
  readonly now?: () => number
}

export interface StartedSignIn {
  /** The sign-in; absent when the operator has not switched it on. */
  readonly signIn: SignIn | undefined
  stop(): Promise<void>
  renderMetrics(): Promise<string>
}

/**
 * Starts the sign-in for pages without a server of their own, if the operator has switched it on.
 */
export function startSignIn({ config, db, log, now = Date.now }: SignInOptions): StartedSignIn {
  const { signIn: settings, chains } = config
  if (!settings)
    return { signIn: undefined, stop: async () => undefined, renderMetrics: async () => '' }
  const metrics = makeSignInMetrics()
  const service = databaseSignIn({ db, settings, chains, now })
  const timer = setInterval(() => {
    service.sweep().catch((error) => log.error(describeError(error), 'a sweep failed'))
  }, sweepIntervalMs)
  timer.unref()
  return {
    signIn: countCalls(service, metrics),
    async stop() {
      clearInterval(timer)
    },
    renderMetrics: metrics.render,
  }
}

/** Wraps a sign-in so that its results are counted in the metrics. */
function countCalls(service: SignIn, metrics: SignInMetrics): SignIn {
  return {
    ...service,
    async issueChallenge(site, request) {
      const challenge = await service.issueChallenge(site, request)
      metrics.count('challenge')
      return challenge
    },
    async verify(...proof) {
      try {
        const opened = await service.verify(...proof)
        metrics.count('opened')
        return opened
      } catch (error) {
        const isRefusal = error instanceof SiwxError && error.status < 500
        metrics.count(isRefusal ? 'refused' : 'unavailable')
        throw error
      }
    },
    async end(...session) {
      const hasEnded = await service.end(...session)
      if (hasEnded) metrics.count('ended')
      return hasEnded
    },
  }
}
