import { countDistinct, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import { type RequestBucket, tokenBucket } from '../../base/token-bucket.ts'
import type { ProjectStore } from '../../data/project-store.ts'
import type { Sql } from '../../data/sql.ts'
import { vaultMethods } from '../../data/vault-schema.ts'
import type { SendMail } from '../mail/send-mail.ts'
import { smtpMail } from '../mail/smtp-mail.ts'
import { accountCalls } from './calls/account-calls.ts'
import { emailCalls } from './calls/email-calls.ts'
import { emailChangeCalls } from './calls/email-change-calls.ts'
import { proofCalls } from './calls/proof-calls.ts'
import { protectionCalls } from './calls/protection-calls.ts'
import { splitCalls } from './calls/split-calls.ts'
import type { VaultCall } from './calls/vault-call.ts'
import { wayOutCalls } from './calls/way-out-calls.ts'
import { mailRate } from './codes/mail-rate.ts'
import type { KeyService } from './contract.ts'
import { createVaultApp } from './create-vault-app.ts'
import { usedProofs } from './dpop/used-proofs.ts'
import { openKeys } from './keys/open-keys.ts'
import { type Auth, openAuth } from './open-auth.ts'
import { databaseRequests } from './protect/requests.ts'
import { relayCalls } from './relay/relay-calls.ts'
import { askService } from './serve/ask-service.ts'
import { describeProject } from './serve/describe-project.ts'
import { nodeCalls } from './serve/node-calls.ts'
import { operationCalls } from './serve/operation-calls.ts'
import { readVaultFiles } from './serve/vault-files.ts'
import { vaultPages } from './serve/vault-pages.ts'

const sweepIntervalMs = 600_000
/**
 * Milliseconds between two deletions of expired device proofs: every call brings a proof, which is
 * valid for two minutes.
 */
const proofSweepIntervalMs = 60_000
/** Rate limit of each call, per caller; an open login window sends three heartbeats a second. */
const callLimit = { capacity: 300, refillPerSecond: 10 }
/**
 * Rate limit of all calls without a session, per caller: to refuse a replay, the device proof of
 * each call is stored for two minutes.
 */
const openCallLimit = { capacity: 600, refillPerSecond: 20 }
/**
 * Rate limit of paymaster calls, per caller: each operation takes two calls, and may cost the
 * operator money.
 */
const sponsoredLimit = { capacity: 40, refillPerSecond: 0.2 }

export interface VaultOptions {
  readonly config: Config & { readonly vault: NonNullable<Config['vault']> }
  readonly dataDir: string
  readonly db: Sql
  readonly projects: ProjectStore
  readonly log: Log
  readonly callerOf: (context: Context) => string
  /** The gateway's own application, which answers the node requests of the vault's pages. */
  readonly gateway: Pick<Hono, 'fetch'>
  /** Creates rate limits that are shared with other replicas. */
  readonly bucket?:
    | ((name: string, limit: { capacity: number; refillPerSecond: number }) => RequestBucket)
    | undefined
  readonly keys?: KeyService
  readonly deliver?: SendMail
  readonly now?: () => number
}

/** The running application of the vault's origin, with its accounts. */
export interface StartedVault {
  readonly app: Hono
  readonly auth: Auth
  stop(): Promise<void>
}

/**
 * Makes the calls and pages that the starting code adds to the vault: those of sign-ins in a
 * window.
 */
export type MakeVaultAdditions = (auth: Auth) => {
  readonly calls: readonly VaultCall[]
  readonly pages: readonly Hono[]
  stop?(): void
}

/** Starts the vault. @throws `config-invalid` for an invalid key file or vault folder */
export async function startVault(
  options: VaultOptions,
  makeAdditions?: MakeVaultAdditions,
): Promise<StartedVault> {
  const { config, dataDir, db, projects, log, callerOf, gateway, now = Date.now } = options
  const { vault } = config
  const bucket =
    options.bucket ??
    ((_: string, limit: { capacity: number; refillPerSecond: number }) => tokenBucket(limit))
  const auth = await openAuth({
    db,
    log,
    now,
    origin: vault.origin,
    signInHours: vault.signInHours,
    mailsPerAddress: vault.mailsPerAddress,
    auditDays: vault.auditDays,
    keys: options.keys ?? (await openKeys(vault.keys, { db, dataDir })),
    deliver: options.deliver ?? smtpMail(vault.smtp),
  })
  if (!vault.recoveryByOperator) await logKeptRecoveries(db, log)
  const { recoveryByOperator } = vault
  const requests = databaseRequests({ db, waitMs: vault.recoveryWaitHours * 3_600_000, now })
  const proofs = usedProofs(db, now)
  const additions: ReturnType<MakeVaultAdditions> = makeAdditions?.(auth) ?? {
    calls: [],
    pages: [],
  }
  const rate = mailRate(bucket, vault.mailRate)
  const files = vault.files === undefined ? undefined : readVaultFiles(vault.files)
  const app = createVaultApp({
    origin: vault.origin,
    sessions: auth.sessions,
    proofs,
    log,
    callerOf,
    now,
    bucket: bucket('vault', callLimit),
    openBucket: bucket('vault-open', openCallLimit),
    calls: [
      ...emailCalls({ auth, projects, rate }),
      ...accountCalls({ auth, recoveryByOperator, requests }),
      ...splitCalls({ auth, recoveryByOperator, requests }),
      ...protectionCalls({ auth, recoveryByOperator, requests }),
      ...proofCalls(auth),
      ...wayOutCalls(auth),
      ...emailChangeCalls({ auth, rate }),
      ...relayCalls(auth),
      ...additions.calls,
    ],
    pages: [
      vaultPages({ files, projects, describe: (project) => describeProject(config, project) }),
      nodeCalls(gateway, callerOf),
      operationCalls({
        origin: vault.origin,
        smart: vault.smart,
        projects,
        callerOf,
        ask: askService(),
        buckets: {
          caller: bucket('vault-operations', callLimit),
          sponsored: bucket('vault-sponsored', sponsoredLimit),
          project: bucket('vault-operations-project', config.projectRateLimit),
        },
      }),
      ...additions.pages,
    ],
  })
  const sweepExpired = (): void => {
    Promise.all([auth.sweep(), requests.sweep()]).catch((error) =>
      log.error(describeError(error), 'a sweep failed'),
    )
  }
  const sweepProofs = (): void => {
    proofs.sweep().catch((error) => log.error(describeError(error), 'a sweep failed'))
  }
  const timers = [
    setInterval(sweepExpired, sweepIntervalMs),
    setInterval(sweepProofs, proofSweepIntervalMs),
  ]
  for (const timer of timers) {
    timer.unref()
  }
  return {
    app,
    auth,
    async stop() {
      for (const timer of timers) {
        clearInterval(timer)
      }
      additions.stop?.()
      await auth.mails.stop()
      await auth.settled()
    },
  }
}

/** Logs how many accounts lost their recovery by the operator when the operator turned it off. */
async function logKeptRecoveries(db: Sql, log: Log): Promise<void> {
  const isOperator = sql`${vaultMethods.method} ->> 'kind' = 'operator'`
  const [row] = await db
    .select({ accounts: countDistinct(vaultMethods.accountId) })
    .from(vaultMethods)
    .where(isOperator)
  const accounts = row?.accounts ?? 0
  if (accounts > 0)
    log.error(
      { accounts },
      'recoveryByOperator is off: recovery shares kept before are opened no more',
    )
}
