import { randomBytes } from 'node:crypto'
import type { VaultCalls } from '@latchkey/protocol/vault'
import type { VaultFarcaster, VaultProviders } from '../../../base/config/vault-providers.ts'
import { createVaultApp } from '../create-vault-app.ts'
import { usedProofs } from '../dpop/used-proofs.ts'
import { hashText } from '../logins/hash-text.ts'
import { databaseLogins, type LoginStore } from '../logins/login-store.ts'
import { startLogins } from '../logins/start-logins.ts'
import { type MadeAuth, makeAuth } from './make-auth.ts'
import { makePartition, type TestPartition } from './make-device.ts'
import { type TurnedClock, turnedClock } from './turned-clock.ts'
import { newWalk, type Walk } from './walk.ts'

type Posts = Extract<keyof VaultCalls, `POST ${string}`>

/** What a call answered. */
export interface Called<K extends keyof VaultCalls> {
  readonly status: number
  readonly json: VaultCalls[K]['answer']
  /** The code of a refusal. */
  readonly field: string | undefined
}

export interface Browser {
  readonly walk: Walk
  readonly partition: TestPartition
  call<K extends Posts>(name: K, body: VaultCalls[K]['body'], token?: string): Promise<Called<K>>
}

/** A sign-in as page and frame know it. */
export interface TestLogin {
  readonly login: string
  readonly secret: string
  readonly body: VaultCalls['POST /api/logins']['body']
}

export interface MadeLogins {
  readonly auth: MadeAuth
  readonly clock: TurnedClock
  readonly store: LoginStore
  readonly origin: string
  browser(): Promise<Browser>
  close(): Promise<void>
}

export const origin = 'http://vault.localhost:4302'
export const site = 'https://shop.example'

export function newLogin(provider: TestLogin['body']['provider'] = 'google'): TestLogin {
  const [login, secret] = [
    randomBytes(32).toString('base64url'),
    randomBytes(32).toString('base64url'),
  ]
  return {
    login,
    secret,
    body: { project: 'shop', login, secret: hashText(secret), provider, site },
  }
}

/** The vault's origin without a listener: accounts, sign-ins, a clock that stands. */
export async function makeLogins(more: {
  readonly providers: VaultProviders
  readonly farcaster?: VaultFarcaster
  readonly fetch?: typeof fetch
}): Promise<MadeLogins> {
  const auth = await makeAuth()
  const clock = turnedClock(auth.clock)
  const shop = { id: 'shop', origins: [site], features: [], isAnalyticsEnabled: false }
  const projects = { find: async (id: string) => (id === 'shop' ? shop : undefined) }
  const log = { info: auth.log.info, error: auth.log.error }
  const started = startLogins(auth, { ...more, projects, log, clock })
  const app = createVaultApp({
    origin,
    sessions: auth.sessions,
    proofs: usedProofs(auth.db, clock.now),
    log,
    now: clock.now,
    calls: started.calls,
    pages: started.pages,
    callerOf: () => '127.0.0.1',
    bucket: { take: () => 0 },
    openBucket: { take: () => 0 },
  })
  return {
    auth,
    clock,
    origin,
    store: databaseLogins(auth.db, clock.now),
    async browser() {
      const partition = await makePartition()
      const walk = newWalk({ origin, fetch: (request) => app.fetch(request) })
      return {
        partition,
        walk,
        async call(name, body, token) {
          const url = `${origin}${name.slice('POST '.length)}`
          const text = JSON.stringify(body)
          const dpop = await partition.prove(
            { method: 'POST', url, body: text, token },
            clock.now(),
          )
          const headers = {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            origin,
            dpop,
            ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
          }
          const answer = await walk.go(url, { method: 'POST', body: text, headers })
          const json = (await answer.json()) as { reasons?: { field?: string }[] }
          return { status: answer.status, json: json as never, field: json.reasons?.[0]?.field }
        },
      }
    },
    async close() {
      started.stop()
      await auth.close()
    },
  }
}
