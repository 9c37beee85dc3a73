import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { SignedIn } from '@latchkey/protocol/vault'
import type { Context } from 'hono'
import type { z } from 'zod'
import { vaultShape } from '../../../base/config/vault.ts'
import { tokenBucket } from '../../../base/token-bucket.ts'
import type { Project } from '../../../data/project-store.ts'
import { configOf } from '../../../test/make-gateway.ts'
import { startLogins } from '../logins/start-logins.ts'
import { startVault } from '../start-vault.ts'
import { type MadeAuth, makeAuth, type SentMail } from './make-auth.ts'
import { makePartition, type TestPartition } from './make-device.ts'

export const vaultOrigin = 'http://vault.localhost:4302'

export interface VaultCallOptions {
  readonly partition: TestPartition
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The proof, instead of a right one. */
  readonly proof?: string
}

export interface Answered {
  readonly status: number
  /** Code of a refusal, else `ok`. */
  readonly code: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every call
  readonly json: any
  readonly headers: Headers
}

/** The vault's whole origin in memory, with a clock that stands. */
export interface MadeVault extends MadeAuth {
  readonly app: Awaited<ReturnType<typeof startVault>>['app']
  call(name: string, body: unknown, asking: VaultCallOptions): Promise<Answered>
  /** The same database, served anew with other settings. */
  again(more: Partial<z.input<typeof vaultShape>>): Promise<MadeVault['app']>
  /** Signs an address in on a partition, its second mail too. */
  signIn(email: string, partition: TestPartition): Promise<string>
}

const template = (name: string): string =>
  `<!doctype html><title>${name}</title><script type="application/json" id="project">null</script><script src="/assets/a-1.js"></script>`

export async function makeVault(
  more: Partial<z.input<typeof vaultShape>> = {},
  {
    deliver,
    url,
    isStill = false,
    hasLogins = false,
  }: {
    readonly deliver?: (mail: SentMail) => Promise<void>
    readonly url?: string
    /** Limits are counted by the clock that stands, too. */
    readonly isStill?: boolean
    /** Sign-ins by window too: by Google, which nobody goes on to. */
    readonly hasLogins?: boolean
  } = {},
): Promise<MadeVault> {
  const made = await makeAuth({}, url)
  const files = join(made.folder, 'vault')
  for (const folder of ['assets', 'w']) {
    mkdirSync(join(files, folder), { recursive: true })
  }
  writeFileSync(join(files, 'frame.html'), template('frame'))
  writeFileSync(join(files, 'window.html'), template('window'))
  writeFileSync(join(files, 'assets/a-1.js'), 'export const a = 1')
  writeFileSync(join(files, 'w/sign-1.js'), 'self.b = 1')
  writeFileSync(join(files, 'secret.txt'), 'not for anybody')
  const smtp = { host: '127.0.0.1', from: 'vault@vault.localhost' }
  const mailRate = { caller: { capacity: 1_000 }, project: { capacity: 4_000 } }
  const settings = { origin: vaultOrigin, smtp, files, mailRate, ...more }
  const shop: Project = {
    id: 'shop',
    origins: ['https://*.shop.example'],
    features: [],
    isAnalyticsEnabled: false,
  }
  const projects = new Map(
    [shop, { ...shop, id: 'local', origins: [] }].map((one) => [one.id, one]),
  )
  const note = (fields: object, message: string) =>
    made.logged.push(JSON.stringify({ ...fields, message }))
  const begun: Pick<MadeAuth, 'settled'>[] = []
  const begin = async (changed: typeof more) => {
    const log = { info: note, error: note }
    const options = {
      config: {
        ...configOf(['http://node.example/secret-key']),
        vault: vaultShape.parse({ ...settings, ...changed }),
      },
      dataDir: made.folder,
      db: made.db,
      projects: { find: async (id: string) => projects.get(id) },
      log,
      callerOf: (context: Context) => context.req.header('x-caller') ?? '203.0.113.7',
      gateway: {
        fetch: async (request: Request) =>
          Response.json({ asked: request.url, body: await request.json() }),
      },
      deliver: deliver ?? (async (mail: SentMail) => void made.sent.push(mail)),
      now: () => made.clock.at,
      ...(isStill && {
        bucket: (_: string, limit: Parameters<typeof tokenBucket>[0]) =>
          tokenBucket(limit, () => made.clock.at),
      }),
    } satisfies Parameters<typeof startVault>[0]
    const providers = { google: { clientId: 'shop', clientSecret: 'hush' } }
    const started = await startVault(
      options,
      hasLogins
        ? (auth) => startLogins(auth, { providers, projects: options.projects, log })
        : undefined,
    )
    begun.push(started.auth)
    return started
  }
  const { app, auth } = await begin({})
  const call = async (
    name: string,
    body: unknown,
    { partition, token, headers = {}, proof }: VaultCallOptions,
  ): Promise<Answered> => {
    const [method = '', path = ''] = name.split(' ')
    const text = method === 'GET' ? '' : JSON.stringify(body)
    const asked = { method, url: `${vaultOrigin}${path}`, body: text, token }
    const response = await app.request(`${vaultOrigin}${path}`, {
      method,
      headers: {
        host: 'vault.localhost:4302',
        origin: vaultOrigin,
        'content-type': 'application/json',
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
        dpop: proof ?? (await partition.prove(asked, made.clock.at)),
        ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: text }),
    })
    const answer = await response.text()
    const json = answer.startsWith('{') ? JSON.parse(answer) : answer
    return {
      status: response.status,
      code: json.reasons?.[0]?.field ?? 'ok',
      json,
      headers: response.headers,
    }
  }
  const codeFor = async (email: string): Promise<string> => {
    await Promise.all(begun.map((one) => one.settled()))
    return /\d{6}/.exec(made.sent.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
  }
  return {
    ...made,
    ...auth,
    app,
    call,
    codeFor,
    again: async (changed) => (await begin(changed)).app,
    async signIn(email, partition) {
      const site = 'https://a.shop.example'
      const asked = await call(
        'POST /api/email/start',
        { project: 'shop', email, site },
        { partition },
      )
      const first = { challenge: asked.json.challenge, code: await codeFor(email) }
      const proved = await call('POST /api/email/verify', first, { partition })
      if (proved.json.state !== 'confirm-device') return (proved.json as SignedIn).session.token
      const second = { challenge: proved.json.challenge, code: await codeFor(email) }
      return (await call('POST /api/email/verify', second, { partition })).json.session.token
    },
    async close() {
      await auth.settled()
      await made.close()
    },
  }
}

export { makePartition }

/** A worker's key to seal to, and how what was sealed is opened. */
export async function makeWorkerKey(): Promise<{
  sealTo: string
  open(sealed: string, purpose?: 'release' | 'recovery'): Promise<Buffer>
}> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const pair = await suite.kem.generateKeyPair()
  return {
    sealTo: Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64url'),
    async open(sealed, purpose = 'release') {
      const bytes = Buffer.from(sealed, 'base64url')
      const [enc, ct] = [
        new Uint8Array(bytes.subarray(0, 65)).buffer,
        new Uint8Array(bytes.subarray(65)).buffer,
      ]
      const info = new TextEncoder().encode(`latchkey-vault-${purpose}-1`).buffer as ArrayBuffer
      return Buffer.from(await suite.open({ recipientKey: pair.privateKey, enc, info }, ct))
    },
  }
}
