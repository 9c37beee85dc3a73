import { LatchkeyError } from '@latchkey/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { databaseProjects, seedProjects } from '../../data/database-projects.ts'
import { signInChallenges, signInSessions } from '../../data/sign-in-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { makeGateway } from '../../test/make-gateway.ts'
import { deleteProject } from '../operator/edit-projects.ts'
import { databaseSignIn } from './database-sign-in.ts'
import { type StartedSignIn, startSignIn } from './start-sign-in.ts'

const visitor = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const account = `eip155:1:${visitor.address}`
const site = 'https://a.shop.example'
const config = configSchema.parse({ signIn: {} })

describeDatabases('the sign-in', (open) => {
  const clock = { at: Date.UTC(2026, 0, 2) }
  const now = () => clock.at
  const logged: string[] = []
  const run = {} as {
    db: Sql
    started: StartedSignIn
    app: ReturnType<typeof makeGateway>['app']
  }

  const call = async (
    name: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await run.app.request(`/v1/sign-in/shop/${name}?st=a&sv=b`, {
      method: body ? 'POST' : 'GET',
      headers: { origin: site, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text && JSON.parse(text), headers: response.headers }
  }
  const prove = async () => {
    const { challenge } = (await call('challenge', { account })).json
    const message = [
      `${challenge.domain} wants you to sign in with your Ethereum account:`,
      visitor.address,
      '',
      '',
      `URI: ${challenge.uri}`,
      'Version: 1',
      'Chain ID: 1',
      `Nonce: ${challenge.nonce}`,
      `Issued At: ${challenge.issuedAt}`,
      `Expiration Time: ${challenge.expirationTime}`,
    ].join('\n')
    return { account, message, signature: await visitor.signMessage({ message }) }
  }
  const signIn = async (): Promise<string> =>
    (await call('verify', { ...(await prove()), token: true })).json.token
  const find = async (token: string) =>
    (await call('session', undefined, { authorization: `Bearer ${token}` })).json.session

  beforeAll(async () => {
    run.db = (await open()).db
    const noteLine = (fields: object, message: string) =>
      logged.push(JSON.stringify({ ...fields, message }))
    const log = { info: noteLine, error: noteLine }
    run.started = startSignIn({ config, db: run.db, log, now })
    run.app = makeGateway({
      log,
      config,
      signIn: run.started.signIn,
      projects: databaseProjects(run.db),
    }).app
  })
  beforeEach(async () => {
    clock.at = Date.UTC(2026, 0, 2)
    const origins = ['https://*.shop.example']
    await seedProjects(run.db, configSchema.parse({ projects: [{ id: 'shop', origins }] }).projects)
    await run.db.delete(signInChallenges)
    await run.db.delete(signInSessions)
  })
  afterAll(() => run.started?.stop())

  test('behavior: a challenge that has expired', async () => {
    const late = await prove()
    clock.at += 299_999
    expect((await call('verify', late)).status).toBe(200)
    const tooLate = await prove()
    clock.at += 300_000
    expect((await call('verify', tooLate)).json.error.code).toBe('sign-in-expired')
    const forgotten = await prove()
    clock.at += 600_000
    expect((await call('verify', forgotten)).json.error.code).toBe('sign-in-nonce-unknown')
  })

  test('behavior: a session that has expired is nobody’s, and use does not prolong it', async () => {
    const token = await signIn()
    clock.at += 604_799_999
    expect(await find(token)).toMatchObject({ accounts: [account], origin: site })
    clock.at += 1
    expect(await find(token)).toBeNull()
  })

  test('behavior: what has expired is deleted, the rest stays', async () => {
    await signIn()
    await prove()
    clock.at += 604_800_000
    await signIn()
    await prove()
    const { chains, signIn: settings } = config
    if (!settings) throw new Error('no settings')
    await databaseSignIn({ db: run.db, settings, chains, now }).sweep()
    expect(await run.db.select().from(signInSessions)).toHaveLength(1)
    expect(await run.db.select().from(signInChallenges)).toHaveLength(1)
  })

  test('behavior: an origin that may no longer use the project has no sessions', async () => {
    const token = await signIn()
    const bearer = { authorization: `Bearer ${token}` }
    const ask = async () =>
      (await run.app.request('/v1/session?projectId=shop', { headers: bearer })).json()
    expect((await ask()).session.origin).toBe(site)
    const origins = ['https://b.shop.example']
    await seedProjects(run.db, configSchema.parse({ projects: [{ id: 'shop', origins }] }).projects)
    expect(await ask()).toEqual({ session: null })
    expect((await call('session', undefined, bearer)).status).toBe(403)
  })

  test('behavior: the database holds hashes, the log neither secrets nor accounts', async () => {
    logged.length = 0
    const proof = await prove()
    const { token } = (await call('verify', { ...proof, token: true })).json
    await call('verify', proof)
    await find(token)
    const rows = JSON.stringify(await run.db.select().from(signInSessions))
    expect(rows).toContain(account)
    expect(rows).not.toContain(token)
    const [, nonce = ''] = /Nonce: (\w+)/.exec(proof.message) ?? []
    expect(logged.length).toBeGreaterThanOrEqual(4)
    for (const secret of [token, nonce, proof.signature, visitor.address]) {
      expect(logged.join('\n')).not.toContain(secret)
    }
  })

  test('error: a database that fails signs nobody in, and is counted', async () => {
    const broken = new Proxy({} as Sql, {
      get: () => () => {
        throw new LatchkeyError('server-error')
      },
    })
    const log = { info: () => undefined, error: () => undefined }
    const started = startSignIn({ config, db: broken, log, now })
    const { app } = makeGateway({ config, signIn: started.signIn })
    const response = await app.request('/v1/sign-in/shop/challenge', {
      method: 'POST',
      headers: { origin: site },
      body: '{}',
    })
    expect(response.status).toBe(500)
    await started.stop()
  })

  // This must be the last test, because it deletes the project that the tests share.
  test('behavior: with a project go its challenges and sessions', async () => {
    await signIn()
    await prove()
    await deleteProject(run.db, 'shop')
    expect(await run.db.select().from(signInSessions)).toEqual([])
    expect(await run.db.select().from(signInChallenges)).toEqual([])
  })
})
