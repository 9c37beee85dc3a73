import type { LoginState } from '@latchkey/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultDevices } from '../../../data/vault-schema.ts'
import type { Identity } from '../contract.ts'
import { freezeAccount, unfreezeAccount } from '../protect/freeze.ts'
import { emailIdentity, testDevice } from '../test/make-auth.ts'
import {
  type Browser,
  type MadeLogins,
  makeLogins,
  newLogin,
  type TestLogin,
} from '../test/make-logins.ts'
import { hashText } from './hash-text.ts'

const made = {} as { logins: MadeLogins; frame: Browser; window: Browser }
const providers = { google: { clientId: 'shop', clientSecret: 'hush' } }
const ada: Identity = {
  kind: 'google',
  issuer: 'https://accounts.google.com',
  subject: 'ada',
  label: 'ada@shop.example',
}

beforeAll(async () => {
  made.logins = await makeLogins({ providers })
  made.frame = await made.logins.browser()
  made.window = await made.logins.browser()
})
afterAll(() => made.logins?.close())

async function begin(by = made.frame): Promise<TestLogin> {
  const login = newLogin()
  const { status } = await by.call('POST /api/logins', login.body)
  expect(status).toBe(200)
  return login
}
const ask = ({ login, secret }: TestLogin, seen: LoginState['state'], by = made.frame) =>
  by.call('POST /api/logins/wait', { login, secret, seen })
/** What is asked while the clock turns; what shall happen meanwhile happens before it turns. */
const wait = (login: TestLogin, seen: LoginState['state'], by = made.frame) =>
  made.logins.clock.until(ask(login, seen, by))
/** What the window shows, once somebody was proved in it. */
async function shown({ login }: TestLogin, identity = ada, window = made.window) {
  await window.call('POST /api/logins/proceed', { login })
  await made.logins.store.proveLogin(hashText(login), identity)
  return (await window.call('POST /api/logins/look', { login })).json
}
const type = ({ login, secret }: TestLogin, number: string, by = made.frame) =>
  by.call('POST /api/logins/confirm', { login, secret, number })
const otherThan = (number = ''): string => String((Number(number) + 1) % 1_000_000).padStart(6, '0')
/**
 * A visitor who reads the number in the window and types it into the page; in a link's window they
 * agreed before.
 */
async function proved(login: TestLogin, identity = ada, window = made.window, by = made.frame) {
  const { identity: asked, number = '' } = await shown(login, identity, window)
  if (asked !== undefined)
    await window.call('POST /api/logins/proceed', { login: login.login, agreed: true })
  expect((await type(login, number, by)).status).toBe(200)
}
const beat = ({ login }: TestLogin, leaving = false) =>
  made.window.call('POST /api/logins/beat', { login, leaving })
async function token(identity: Identity, by = made.frame): Promise<string> {
  const login = await begin(by)
  await proved(login, identity, await made.logins.browser(), by)
  const { json } = await wait(login, 'awaited', by)
  return json.state === 'proved' && json.proved.state === 'signed-in'
    ? json.proved.session.token
    : ''
}

describe('sign-ins by window', () => {
  test('default', async () => {
    const login = await begin()
    const looked = await made.window.call('POST /api/logins/look', { login: login.login })
    expect(looked.json).toEqual({ provider: 'google', site: 'https://shop.example' })
    expect((await made.window.call('POST /api/logins/look', { login: login.login })).json).toEqual(
      looked.json,
    )

    const opened = ask(login, 'awaited')
    await beat(login)
    expect((await made.logins.clock.until(opened)).json).toEqual({ state: 'open' })
    await beat(login, true)
    expect((await wait(login, 'open')).json).toEqual({ state: 'away' })
    const asked = ask(login, 'away')
    const { number = '' } = await shown(login)
    expect(number).toMatch(/^\d{6}$/)
    expect((await made.logins.clock.until(asked)).json).toEqual({ state: 'number' })
    const collected = ask(login, 'number')
    expect((await type(login, number)).json).toEqual({})
    expect((await made.logins.clock.until(collected)).json).toMatchObject({
      state: 'proved',
      proved: { state: 'signed-in' },
    })
    expect((await made.window.call('POST /api/logins/look', { login: login.login })).field).toBe(
      'login-expired',
    )
    const again = await wait(login, 'away')
    expect([again.status, again.field]).toEqual([409, 'login-expired'])
  })

  test('behavior: nothing of what is handed out, and no secret, lies in the database', async () => {
    const login = await begin()
    await proved(login)
    const row = JSON.stringify(await made.logins.store.find(hashText(login.login)))
    const [cookie = ''] = made.window.walk.jar.get('vault.localhost:4302')?.values() ?? []
    expect(cookie).toMatch(/^[\w-]{43}$/)
    for (const secret of [login.login, login.secret, cookie]) {
      expect(row).not.toContain(secret)
    }
    await wait(login, 'away')
    expect((await made.logins.store.find(hashText(login.login)))?.identity).toBeNull()
  })

  test('behavior: a frame that was loaded again goes on with its own, by another secret; no other device may', async () => {
    const login = await begin()
    const anew = { ...login, secret: newLogin().secret }
    const body = { ...login.body, secret: hashText(anew.secret) }
    expect((await made.window.call('POST /api/logins', body)).field).toBe('login-expired')
    expect(
      (await made.frame.call('POST /api/logins', { ...body, provider: 'github' })).field,
    ).toBeDefined()
    const { number = '' } = await shown(login)
    expect((await made.frame.call('POST /api/logins', body)).status).toBe(200)
    expect((await wait(login, 'awaited')).field).toBe('login-expired')
    expect((await type(login, number)).field).toBe('login-expired')
    expect((await type(anew, number)).status).toBe(200)
    expect((await wait(anew, 'awaited')).json).toMatchObject({ state: 'proved' })
    // Collected, it is over.
    expect((await made.frame.call('POST /api/logins', body)).field).toBe('login-expired')
  })

  test("behavior: the vault's own window signs in as a device of no site", async () => {
    const window = await made.logins.browser()
    const login = newLogin()
    const body = { ...login.body, site: made.logins.origin }
    await window.call('POST /api/logins', body)
    await window.call('POST /api/logins/proceed', {
      login: login.login,
      vouched: true,
      site: made.logins.origin,
    })
    await made.logins.store.proveLogin(hashText(login.login), { ...ada, subject: 'window' })
    const { json } = await wait(login, 'awaited', window)
    expect(json).toMatchObject({ state: 'proved', proved: { state: 'signed-in' } })
    const devices = await made.logins.auth.db
      .select()
      .from(vaultDevices)
      .where(eq(vaultDevices.id, window.partition.id))
    expect(devices.map(({ site }) => site)).toEqual([null])
  })

  test('behavior: two who collect at once: one gets it', async () => {
    const login = await begin()
    await proved(login)
    const statuses = (await Promise.all([wait(login, 'away'), wait(login, 'away')])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 409])
  })

  test.each<
    readonly [string, (login: TestLogin) => Promise<{ status: number; field: string | undefined }>]
  >([
    ['another secret', (login) => wait({ ...login, secret: 'x' }, 'away')],
    ['the hash for the secret', (login) => wait({ ...login, secret: login.body.secret }, 'away')],
    ['another device', (login) => wait(login, 'away', made.window)],
    [
      'an id that was never registered',
      (login) => wait({ ...login, login: newLogin().login }, 'away'),
    ],
  ])('behavior: %s collects nothing', async (_, collect) => {
    const login = await begin()
    await proved(login)
    expect(await collect(login)).toMatchObject({ status: 404, field: 'login-expired' })
    expect((await wait(login, 'away')).json.state).toBe('proved')
  })

  test('behavior: the third wrong number ends it for good', async () => {
    const login = await begin()
    const { number } = await shown(login)
    for (let at = 0; at < 2; at += 1) {
      expect((await type(login, otherThan(number))).field).toBe('code-wrong')
      expect((await wait(login, 'away')).json).toEqual({ state: 'number' })
    }
    expect(await type(login, otherThan(number))).toMatchObject({
      status: 403,
      field: 'login-number-wrong',
    })
    expect(await type(login, number ?? '')).toMatchObject({ status: 409, field: 'login-expired' })
    expect((await wait(login, 'number')).json).toEqual({
      state: 'failed',
      code: 'login-number-wrong',
    })
    expect((await made.logins.store.find(hashText(login.login)))?.identity).toBeNull()
  })

  test('behavior: a window that opens before its sign-in is registered waits for it, and not for ever', async () => {
    const login = newLogin()
    const looked = made.window.call('POST /api/logins/look', { login: login.login })
    expect((await made.frame.call('POST /api/logins', login.body)).status).toBe(200)
    expect((await made.logins.clock.until(looked)).json).toEqual({
      provider: 'google',
      site: 'https://shop.example',
    })
    const unknown = made.window.call('POST /api/logins/look', { login: newLogin().login })
    expect((await made.logins.clock.until(unknown)).field).toBe('login-expired')
  })

  test('behavior: of many numbers at once no more than three are looked at', async () => {
    const login = await begin()
    const { number } = await shown(login)
    const typed = await Promise.all(Array.from({ length: 9 }, () => type(login, otherThan(number))))
    expect(typed.filter(({ status }) => status === 409)).toHaveLength(6)
  })

  test('behavior: whoever registers a sign-in is never told its number, and collects nothing without it', async () => {
    const registered = newLogin()
    const attacker = await made.logins.browser()
    const { json } = await attacker.call('POST /api/logins', registered.body)
    expect(Object.keys(json)).toEqual(['expiresAt'])
    // The victim goes through with it; the attacker asks in every way there is.
    const { number = '' } = await shown(registered)
    const { login, secret } = registered
    expect((await attacker.call('POST /api/logins/look', { login })).field).toBe('login-expired')
    expect((await attacker.call('POST /api/logins/proceed', { login })).field).toBe('login-refused')
    const vouched = { login, vouched: true, site: 'https://shop.example' } as const
    expect((await attacker.call('POST /api/logins/proceed', vouched)).field).toBe('login-refused')
    const told = await made.logins.clock.until(
      attacker.call('POST /api/logins/wait', { login, secret, seen: 'awaited' }),
    )
    expect(told.json).toEqual({ state: 'number' })
    const row = await made.logins.store.find(hashText(login))
    if (row)
      await expect(made.logins.store.collectIdentity(row)).rejects.toMatchObject({
        code: 'login-expired',
      })
    // Nor does the number alone help: it is typed on the device that registered, with its secret.
    expect((await type(registered, number)).field).toBe('login-expired')
  })

  test('behavior: vouched for by the page it began on; by another it is not', async () => {
    const { login } = await begin()
    const vouch = (site: string) =>
      made.window.call('POST /api/logins/proceed', { login, vouched: true, site })
    expect(await vouch('https://evil.example')).toMatchObject({
      status: 403,
      field: 'login-refused',
    })
    expect(await made.logins.store.find(hashText(login))).toMatchObject({
      browser: null,
      state: 'awaited',
    })
    expect((await vouch('https://shop.example')).status).toBe(200)
    await made.logins.store.proveLogin(hashText(login), ada)
    // Page and window are one visitor's: nothing is to be typed.
    expect((await made.window.call('POST /api/logins/look', { login })).json).not.toHaveProperty(
      'number',
    )
    expect(await made.logins.store.find(hashText(login))).toMatchObject({
      isConfirmed: true,
      number: null,
    })
  })

  test('behavior: it goes on in the browser whose window was gone through, and in no other', async () => {
    const login = await begin()
    await expect(made.logins.store.proveLogin(hashText(login.login), ada)).rejects.toMatchObject({
      code: 'login-expired',
    })
    const pick = (by: Browser) => by.call('POST /api/logins/proceed', { login: login.login })
    expect((await pick(made.window)).status).toBe(200)
    expect(await pick(await made.logins.browser())).toMatchObject({
      status: 403,
      field: 'login-refused',
    })
    expect((await pick(made.window)).status).toBe(200)
  })

  test('behavior: a window that falls silent is closed within a second, and open when it beats again', async () => {
    const login = await begin()
    await beat(login)
    const { at } = made.logins.auth.clock
    expect((await wait(login, 'open')).json).toEqual({ state: 'closed' })
    expect(made.logins.auth.clock.at - at).toBeGreaterThanOrEqual(900)
    expect(made.logins.auth.clock.at - at).toBeLessThanOrEqual(1_000)
    await beat(login)
    expect((await wait(login, 'closed')).json).toEqual({ state: 'open' })
  })

  test('behavior: at the provider nothing is concluded, until ten minutes are over', async () => {
    const login = await begin()
    await beat(login, true)
    const { clock } = made.logins.auth
    const at = clock.at
    expect((await wait(login, 'away')).json).toEqual({ state: 'away' })
    expect(clock.at - at).toBeGreaterThanOrEqual(20_000)
    expect(clock.at - at).toBeLessThanOrEqual(20_100)
    clock.at = at + 600_000
    expect((await wait(login, 'away')).json).toEqual({ state: 'failed', code: 'login-expired' })
    await expect(made.logins.store.proveLogin(hashText(login.login), ada)).rejects.toMatchObject({
      code: 'login-expired',
    })
  })

  test.each<readonly [string, object, number, string]>([
    ['a page that is not of the project', { site: 'https://evil.example' }, 403, 'vault-refused'],
    ['a project nobody knows', { project: 'other' }, 403, 'vault-refused'],
    ['a provider that is not offered', { provider: 'github' }, 403, 'login-refused'],
    ['farcaster where it is not offered', { provider: 'farcaster' }, 403, 'login-refused'],
    [
      'a page of this machine, where the project names pages',
      { site: 'http://localhost:9' },
      403,
      'vault-refused',
    ],
    ['an id that is too short', { login: 'short' }, 400, 'vault-refused'],
  ])('behavior: refuses %s', async (_, change, status, field) => {
    const refused = await made.frame.call('POST /api/logins', { ...newLogin().body, ...change })
    expect(refused).toMatchObject({ status, field })
  })

  test('behavior: an id is for once', async () => {
    const login = await begin()
    expect(await made.window.call('POST /api/logins', login.body)).toMatchObject({
      status: 409,
      field: 'login-expired',
    })
  })
})

describe('ways to sign in of an account', () => {
  const grace: Identity = { ...ada, subject: 'grace', label: 'grace@shop.example' }
  const same: Identity = { ...ada, subject: 'another', label: ada.label }
  async function add(session: string, identity: Identity, by = made.frame) {
    const login = newLogin()
    const begun = await by.call('POST /api/identities/add', login.body, session)
    if (begun.status !== 200) return begun
    await proved(login, identity, await made.logins.browser(), by)
    return wait(login, 'awaited', by)
  }
  const remove = (session: string, { label }: Identity, by = made.frame) =>
    by.call('POST /api/identities/remove', { kind: 'google', label }, session)

  test('default', async () => {
    const session = await token(ada)
    expect(await add(session, grace)).toMatchObject({ json: { state: 'added' } })
    const second = await made.logins.browser()
    const other = await token(grace, second)
    // One account by now: what was added on one device is removed on the other.
    expect((await remove(other, ada, second)).status).toBe(200)
    expect(await remove(other, grace, second)).toMatchObject({
      status: 409,
      field: 'vault-refused',
    })
    expect(await remove(other, ada, second)).toMatchObject({ status: 404 })
  })

  test('behavior: what is somebody else’s stays theirs, and an equal address joins nothing', async () => {
    const second = await made.logins.browser()
    const session = await token(same, second)
    expect(await add(session, grace, second)).toMatchObject({
      json: { state: 'failed', code: 'identity-taken' },
    })
    expect((await remove(session, grace, second)).status).toBe(404)
    expect(await remove(session, same, second)).toMatchObject({ status: 409 })
  })

  test('behavior: both need a proof of at most ten minutes, and a session', async () => {
    const session = await token(grace)
    made.logins.auth.clock.at += 600_001
    expect(await add(session, ada)).toMatchObject({ status: 401, field: 'proof-needed' })
    expect(await remove(session, grace)).toMatchObject({ status: 401, field: 'proof-needed' })
    const unsigned = await made.frame.call('POST /api/identities/add', newLogin().body)
    expect(unsigned).toMatchObject({ status: 401, field: 'proof-needed' })
  })

  test('behavior: the account’s address is told of each way that came or went, with a link that freezes', async () => {
    const { auth } = made.logins
    const by = await made.logins.browser()
    const email = 'owner@mail.example'
    const device = testDevice(by.partition.id)
    const signedIn = await auth.accounts.prove(emailIdentity(email), device)
    const session = signedIn.state === 'signed-in' ? signedIn.session.token : ''
    const told = async () => {
      await auth.settled()
      return auth.sent.filter(({ to }) => to === email)
    }
    const own: Identity = { ...ada, subject: 'own', label: 'own@shop.example' }
    expect(await add(session, own, by)).toMatchObject({ json: { state: 'added' } })
    expect((await remove(session, own, by)).status).toBe(200)
    const mails = await told()
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringContaining('A way to sign in was changed')),
    )
    for (const { text } of mails) {
      expect(text).toMatch(/\/p\/stop\/shop#[a-p]{64}/)
    }
    // What was tried and refused changed nothing.
    await remove(session, own, by)
    expect(await told()).toHaveLength(2)
  })

  test('behavior: without an address of the account those are told that its providers have confirmed, also the one that went', async () => {
    const { auth } = made.logins
    const by = await made.logins.browser()
    const [home, work, none] = ['home', 'work', 'none'].map(
      (subject): Identity => ({
        ...ada,
        subject,
        label: `${subject}@shop.example`,
        ...(subject === 'none' ? {} : { email: `${subject}@shop.example` }),
      }),
    ) as [Identity, Identity, Identity]
    const toldSince = async (from: number) => {
      await auth.settled()
      return auth.sent
        .slice(from)
        .map(({ to }) => to)
        .sort()
    }
    const session = await token(home, by)
    expect((await add(session, work, by)).json).toEqual({ state: 'added' })
    expect((await add(session, none, by)).json).toEqual({ state: 'added' })
    await auth.settled()
    const before = auth.sent.length
    expect((await remove(session, work, by)).status).toBe(200)
    expect(await toldSince(before)).toEqual(['home@shop.example', 'work@shop.example'])
    // What the provider confirms no more is told no more; and no code ever goes there.
    const { email: _, ...unconfirmed } = home
    const anew = await token(unconfirmed, by)
    const after = auth.sent.length
    expect((await remove(anew, none, by)).status).toBe(200)
    expect(await toldSince(after)).toEqual([])
    expect(
      auth.sent.filter(({ to, text }) => to.endsWith('@shop.example') && /\b\d{6}\b/.test(text)),
    ).toEqual([])
  })

  test('behavior: the window names both, and asks; without a yes nothing is linked, whatever is typed', async () => {
    const session = await token(grace)
    const login = newLogin()
    await made.frame.call('POST /api/identities/add', login.body, session)
    const window = await made.logins.browser()
    const ask = { login: login.login }
    const named = { provider: 'google', site: 'https://shop.example', account: grace.label }
    expect((await window.call('POST /api/logins/look', ask)).json).toEqual(named)
    const late: Identity = { ...ada, subject: 'linked', label: 'linked@shop.example' }
    const { number = '', ...told } = await shown(login, late, window)
    expect(told).toEqual({ ...named, identity: late.label })
    expect((await type(login, number)).status).toBe(200)
    expect((await wait(login, 'awaited')).json).toEqual({ state: 'away' })
    // Another browser's yes is none.
    const agreed = { ...ask, agreed: true } as const
    expect((await made.frame.call('POST /api/logins/proceed', agreed)).field).toBe('login-refused')
    expect((await wait(login, 'awaited')).json).toEqual({ state: 'away' })
    expect((await window.call('POST /api/logins/proceed', agreed)).status).toBe(200)
    expect((await wait(login, 'away')).json).toEqual({ state: 'added' })
  })

  test('behavior: who signed out meanwhile adds nothing', async () => {
    const session = await token(grace)
    const login = newLogin()
    await made.frame.call('POST /api/identities/add', login.body, session)
    await proved(login, { ...ada, subject: 'late' }, await made.logins.browser())
    await made.logins.auth.sessions.end(
      await made.logins.auth.sessions.read(session, made.frame.partition.id),
      true,
    )
    expect(await wait(login, 'awaited')).toMatchObject({ status: 401, field: 'proof-needed' })
  })

  test('behavior: an account that was frozen meanwhile gets none, though its device signs in anew', async () => {
    const session = await token(grace)
    const login = newLogin()
    await made.frame.call('POST /api/identities/add', login.body, session)
    await proved(login, { ...ada, subject: 'later' }, await made.logins.browser(), made.frame)
    const { auth } = made.logins
    const { account } = await auth.sessions.read(session, made.frame.partition.id)
    await auth.db.transaction((tx) => freezeAccount(tx, account, auth.clock.at))
    await token(grace)
    expect(await wait(login, 'awaited', made.frame)).toMatchObject({
      status: 403,
      field: 'account-frozen',
    })
    await auth.db.transaction((tx) => unfreezeAccount(tx, account))
  })
})
