import type { Hono } from 'hono'
import { createPublicClient, http } from 'viem'
import type { VaultFarcaster, VaultProviders } from '../../../base/config/vault-providers.ts'
import type { Log } from '../../../base/log.ts'
import type { ProjectStore } from '../../../data/project-store.ts'
import type { VaultCall } from '../calls/vault-call.ts'
import { type Farcaster, farcasterSignIn } from '../farcaster/farcaster.ts'
import { relayClient } from '../farcaster/relay-client.ts'
import { databaseFlows } from '../oauth/flow-store.ts'
import { oauthApp } from '../oauth/oauth-app.ts'
import type { Auth } from '../open-auth.ts'
import { watchRows } from '../watch-rows.ts'
import { type Clock, systemClock } from './clock.ts'
import { databaseIdentities } from './identities.ts'
import { loginCalls } from './login-calls.ts'
import { databaseLogins } from './login-store.ts'
import { runLogins } from './run-logins.ts'

export interface LoginsOptions {
  readonly providers: VaultProviders
  readonly farcaster?: VaultFarcaster | undefined
  readonly projects: ProjectStore
  readonly log: Log
  readonly clock?: Clock
  readonly fetch?: typeof fetch
}

/** The part of the vault that lets visitors sign in, in a window on the vault's origin. */
export interface StartedLogins {
  readonly calls: readonly VaultCall[]
  readonly pages: readonly Hono[]
  /** Stops polling the Farcaster channels. */
  stop(): void
}

/**
 * Starts the part of the vault for sign-ins in a window.
 * @throws `config-invalid` when a provider has no secret, or a client's private key is invalid
 */
export function startLogins(auth: Auth, options: LoginsOptions): StartedLogins {
  const { providers, projects, log, clock = systemClock() } = options
  const { db, origin, accounts, audit } = auth
  const now = () => clock.now()
  const store = databaseLogins(db, now)
  const identities = databaseIdentities(db, now)
  const channels =
    options.farcaster &&
    openFarcaster(options.farcaster, { origin, store, clock, log }, options.fetch)
  const isOffered = (provider: string): boolean =>
    provider === 'farcaster'
      ? channels !== undefined
      : providers[provider as keyof VaultProviders] !== undefined
  const watch = watchRows(store, clock)
  const logins = runLogins({
    store,
    watch,
    identities,
    accounts,
    projects,
    audit,
    notices: auth.notices,
    origin,
    now,
    isOffered,
    channels,
  })
  const flows = databaseFlows(db, now)
  const fetchOption = options.fetch ? { fetch: options.fetch } : {}
  return {
    calls: loginCalls({ auth, logins, identities }),
    pages: [oauthApp({ providers, origin, store, flows, audit, log, now, ...fetchOption })],
    stop: () => channels?.stop(),
  }
}

function openFarcaster(
  config: VaultFarcaster,
  dependencies: Pick<Parameters<typeof farcasterSignIn>[0], 'origin' | 'store' | 'clock' | 'log'>,
  fetchOne: typeof fetch = fetch,
): Farcaster {
  const client = createPublicClient({
    transport: http(config.nodeUrl, { timeout: 8_000, retryCount: 1 }),
  })
  return farcasterSignIn({
    ...dependencies,
    config,
    client,
    relay: relayClient(config.relayUrl, fetchOne),
  })
}
