import type { VaultProject } from '@latchkey/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVaultApi } from '../../apps/vault/src/api/open-vault-api.ts'
import { openSignIn, type SignIn } from '../../apps/vault/src/frame/account/open-sign-in.ts'
import { openWallet } from '../../apps/vault/src/frame/account/open-wallet.ts'
import {
  addRecovery,
  exportToPublicKey,
  recoverOnDevice,
  removeRecovery,
} from '../../apps/vault/src/frame/account/wallet-changes.ts'
import type { Vault } from '../../apps/vault/src/frame/vault.ts'
import type { Database } from '../../apps/vault/src/store/open-database.ts'
import { openStore } from '../../apps/vault/src/store/open-store.ts'
import { standInWorkers } from '../../apps/vault/src/test/stand-in-worker.ts'
import { vaultRequests, vaultSessions } from '../../packages/gateway/src/data/vault-schema.ts'
import {
  type MadeVault,
  makeVault,
  makeWorkerKey,
  vaultOrigin,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import { confirmRequest } from '../../packages/gateway/src/features/operator/vault-requests.ts'

const site = 'https://a.shop.example'
type App = MadeVault['app']
const made: { vault?: MadeVault; off?: App } = {}
const by = (): MadeVault => made.vault as MadeVault
const off = (): App => made.off as App
beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true })
  // The vault's proofs are of this very minute.
  Object.defineProperty(made.vault.clock, 'at', { get: () => Date.now() })
  made.off = await made.vault.again({ recoveryByOperator: false })
})
afterAll(() => made.vault?.close())

/** What a partition keeps. */
function inMemory(): Database {
  const kept = new Map<string, unknown>()
  return {
    get: async (name) => kept.get(name),
    put: async (name, value) => void kept.set(name, value),
    keep: async (name, value) => kept.get(name) ?? kept.set(name, value).get(name),
    change: async (name, make) => void kept.set(name, make(kept.get(name))),
    remove: async (...names) => {
      for (const name of names) {
        kept.delete(name)
      }
    },
  }
}

/** A site in a browser: the vault's own store, workers and calls, at a gateway. */
async function device(app: App, byOperator: boolean): Promise<{ vault: Vault; signIn: SignIn }> {
  const fetch = (async (url: unknown, init: RequestInit = {}) => {
    const headers = {
      ...(init.headers as object),
      host: new URL(vaultOrigin).host,
      origin: vaultOrigin,
    }
    const { method = 'GET', body } = init
    return app.request(String(url), { method, headers, ...(typeof body === 'string' && { body }) })
  }) as typeof globalThis.fetch
  const store = await openStore(inMemory())
  const project: VaultProject = {
    project: 'shop',
    origins: [site],
    providers: [],
    rpc: {},
    limits: {},
    namespaces: ['eip155'],
    recoveryByOperator: byOperator,
  }
  const vault: Vault = {
    project,
    origin: vaultOrigin,
    site,
    store,
    api: openVaultApi(store.device, { origin: vaultOrigin, fetch }),
    scripts: standInWorkers().scripts,
    tell: () => {},
    fetch,
  }
  return { vault, signIn: openSignIn(vault, () => {}) }
}

/** The codes of both mails, and the session that they give. */
async function prove(
  { vault: { api }, signIn }: Awaited<ReturnType<typeof device>>,
  email: string,
): Promise<void> {
  const { challenge } = await api('POST /api/email/start', { project: 'shop', email, site })
  const first = await api('POST /api/email/verify', { challenge, code: await by().codeFor(email) })
  const proved =
    first.state === 'signed-in'
      ? first
      : await api('POST /api/email/verify', {
          challenge: first.challenge,
          code: await by().codeFor(email),
        })
  if (proved.state !== 'signed-in') throw new Error('not signed in')
  await signIn.beginSession(proved.session)
}

/** A window that nobody opened. */
const nobody = async (): Promise<string> => {
  throw new Error('a window was asked for')
}

async function signedIn(email: string, app: App, byOperator: boolean) {
  const one = await device(app, byOperator)
  await prove(one, email)
  const wallet = await openWallet(one.vault, one.signIn)
  return { ...one, wallet, account: () => one.signIn.call('GET /api/account', undefined) }
}

async function passkey() {
  const { sealTo: publicKey } = await makeWorkerKey()
  const salt = 'AAAA'
  return { kind: 'passkey', publicKey, credential: 'AAAA', salt, isSynced: true } as const
}

describe('recoveryByOperator', () => {
  test('default: on, a device without passkey or password has the wallet after waiting and the operator’s word', async () => {
    const { app, db, sent, settled } = by()
    const email = 'on@mail.example'
    const first = await signedIn(email, app, true)
    expect((await first.account()).methods).toMatchObject([{ kind: 'operator' }])
    const second = await signedIn(email, app, true)
    expect(second.wallet.state).toBe('recover')
    // By proof alone a window is shown, and no share of the operator's in it.
    await expect(recoverOnDevice(second.vault, second.signIn, nobody)).rejects.toThrow(
      'a window was asked for',
    )
    await second.signIn.call('POST /api/recovery/ask', {})
    const [request] = (await second.account()).requests ?? []
    await confirmRequest(db, request?.number ?? '')
    await expect(recoverOnDevice(second.vault, second.signIn, nobody)).rejects.toThrow(
      'a window was asked for',
    )
    // Its clock is this very minute's: the waiting time is made to lie behind it.
    await db.update(vaultRequests).set({ askedAt: Date.now() - 72 * 3_600_000 })
    await recoverOnDevice(second.vault, second.signIn, nobody)
    const wallet = await openWallet(second.vault, second.signIn)
    expect(wallet).toMatchObject({
      state: 'ready',
      account: { publics: (await first.account()).publics },
    })
    // Both sign: their shares meet, and make the known keys.
    await addRecovery(second.vault, second.signIn, await passkey())
    await addRecovery(first.vault, first.signIn, await passkey())
    const kinds = (await second.account()).methods.map(({ kind }) => kind)
    expect([...kinds].sort()).toEqual(['operator', 'passkey', 'passkey'])
    await settled()
    expect(sent.filter(({ to }) => to === email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('recovered'),
    )
  })

  test('behavior: off, a proof alone recovers nothing, whatever a device says', async () => {
    const email = 'off@mail.example'
    const first = await signedIn(email, off(), false)
    expect((await first.account()).methods).toEqual([])
    const second = await signedIn(email, off(), true)
    await expect(recoverOnDevice(second.vault, second.signIn, nobody)).rejects.toMatchObject({
      code: 'recovery-failed',
    })
    // The operator takes no share that it does not keep.
    await expect(signedIn('lied@mail.example', off(), true)).rejects.toMatchObject({
      code: 'vault-refused',
    })
  })

  test('behavior: switched off later, what was kept is refused, is no way to recover, and is said at the start', async () => {
    const { app, again, logged } = by()
    const email = 'later@mail.example'
    const first = await signedIn(email, app, true)
    const later = await again({ recoveryByOperator: false })
    expect(logged.at(-1)).toMatch(/"accounts":\d+,"message":"recoveryByOperator is off/)
    const second = await signedIn(email, later, false)
    expect(second.wallet).toMatchObject({ state: 'recover', account: { methods: [] } })
    await expect(recoverOnDevice(second.vault, second.signIn, nobody)).rejects.toMatchObject({
      code: 'recovery-failed',
    })
    // The device that has a share sets up another way, and nothing is the operator's any more.
    const moved = await movedTo(first, later)
    await addRecovery(moved.vault, moved.signIn, await passkey())
    expect((await second.account()).methods).toMatchObject([{ kind: 'passkey' }])
    const on = await device(app, true)
    await prove(on, email)
    expect(
      (await on.signIn.call('GET /api/account', undefined)).methods.map(({ kind }) => kind),
    ).toEqual(['passkey'])
  })
})

describe('ways to recover', () => {
  test('behavior: what was set up is taken away by a new split; the wallet’s word goes along', async () => {
    const one = await signedIn('ways@mail.example', off(), false)
    await addRecovery(one.vault, one.signIn, await passkey())
    await addRecovery(one.vault, one.signIn, await passkey())
    const [first, second] = (await one.account()).methods
    expect(first?.vouch).toMatch(/^[\w-]{86}$/)
    await removeRecovery(one.vault, one.signIn, first?.id)
    expect((await one.account()).methods).toEqual([second])
    await removeRecovery(one.vault, one.signIn, second?.id)
    expect((await one.account()).methods).toEqual([])
  })
})

describe('a proof that is too old', () => {
  test('behavior: it changes no way to recover and gives no keys, the sign-in stays, and a mailed code is enough', async () => {
    const { db } = by()
    const email = 'old@mail.example'
    const one = await signedIn(email, off(), false)
    await addRecovery(one.vault, one.signIn, await passkey())
    const [before] = await db
      .select()
      .from(vaultSessions)
      .where(eq(vaultSessions.device, one.vault.store.device.id))
    await db
      .update(vaultSessions)
      .set({ provedAt: Date.now() - 23 * 3_600_000 })
      .where(eq(vaultSessions.id, before?.id ?? ''))
    const { sealTo } = await makeWorkerKey()
    const changes = [
      async () => addRecovery(one.vault, one.signIn, await passkey()),
      async () => removeRecovery(one.vault, one.signIn, (await one.account()).methods[0]?.id),
      () => exportToPublicKey(one.vault, one.signIn, sealTo),
    ]
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({ code: 'proof-needed' })
      expect(await one.signIn.current()).not.toBeNull()
    }
    expect((await one.account()).freshFor).toBe(0)
    const { challenge } = await one.signIn.call('POST /api/proof/start', {})
    await one.signIn.call('POST /api/proof/verify', { challenge, code: await by().codeFor(email) })
    expect((await one.account()).freshFor).toBeGreaterThan(590)
    for (const change of changes) {
      await change()
    }
    expect((await one.account()).methods).toHaveLength(1)
  })
})

/** The same device's store, where the gateway is served with other settings. */
async function movedTo({ vault }: { readonly vault: Vault }, app: App) {
  const other = await device(app, false)
  const api = openVaultApi(vault.store.device, { origin: vaultOrigin, fetch: other.vault.fetch })
  const moved: Vault = { ...other.vault, store: vault.store, api }
  return { vault: moved, signIn: openSignIn(moved, () => {}) }
}
