import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultAccounts, vaultDevices, vaultIdentities } from '../../data/vault-schema.ts'
import type { Identity } from './contract.ts'
import { emailIdentity, type MadeAuth, makeAuth, testDevice } from './test/make-auth.ts'

const made: { auth?: MadeAuth } = {}
const auth = (): MadeAuth => made.auth as MadeAuth
beforeAll(async () => {
  made.auth = await makeAuth()
})
afterAll(() => made.auth?.close())

const google = (subject: string, label: string): Identity => ({
  kind: 'google',
  issuer: 'https://accounts.google.com',
  subject,
  label,
})
const accountOf = async (identity: Identity): Promise<string | undefined> => {
  const [found] = await auth()
    .db.select()
    .from(vaultIdentities)
    .where(eq(vaultIdentities.subject, identity.subject))
  return found?.accountId
}
const fresh = (): Identity => emailIdentity(`${randomUUID()}@mail.example`)

describe('accounts', () => {
  test('default: a first proof makes an account whose device needs no second mail', async () => {
    const who = fresh()
    const device = testDevice('d1')
    const proved = await auth().accounts.prove(who, device)
    expect(proved).toMatchObject({
      state: 'signed-in',
      session: { expiresAt: auth().clock.at + 86_400_000 },
    })
    expect(auth().sent.filter(({ to }) => to === who.subject)).toEqual([])
    expect(await auth().accounts.isKnown(who, 'd1')).toBe(true)
    expect(await auth().accounts.isKnown(who, 'd2')).toBe(false)
    expect(await auth().accounts.isKnown(fresh(), 'd1')).toBe(false)
    expect(await auth().accounts.prove(who, device)).toMatchObject({ state: 'signed-in' })
  })

  test('behavior: a new device of a known account is confirmed by a second mail that names it', async () => {
    const who = fresh()
    await auth().accounts.prove(who, testDevice('d1'))
    const device = testDevice('d2', { label: 'Firefox on Windows', site: 'https://other.example' })
    const proved = await auth().accounts.prove(who, device)
    expect(proved).toMatchObject({ state: 'confirm-device', email: who.subject })
    if (proved.state !== 'confirm-device') return
    const code = await auth().codeFor(who.subject)
    const mail = auth().sent.at(-1)
    expect(mail?.text).toContain('Firefox on Windows')
    expect(mail?.text).toContain('other.example')
    expect(await auth().accounts.isKnown(who, 'd2')).toBe(false)
    const challenge = await auth().codes.verifyCode(proved.challenge, 'd2', code, ['device'])
    expect(await auth().accounts.confirmDevice(challenge)).toMatchObject({ state: 'signed-in' })
    expect(await auth().accounts.isKnown(who, 'd2')).toBe(true)
    expect(await auth().accounts.prove(who, device)).toMatchObject({ state: 'signed-in' })
  })

  test('behavior: a revoked device begins again with the second mail', async () => {
    const who = fresh()
    await auth().accounts.prove(who, testDevice('d3'))
    await auth().db.update(vaultDevices).set({ revokedAt: 1 }).where(eq(vaultDevices.id, 'd3'))
    expect(await auth().accounts.prove(who, testDevice('d3'))).toMatchObject({
      state: 'confirm-device',
    })
  })

  test('behavior: an equal address, label or subject at another issuer is another account', async () => {
    const email = emailIdentity('ada@mail.example')
    const others: Identity[] = [
      google('ada@mail.example', 'ada@mail.example'),
      google('1', 'ada@mail.example'),
    ]
    const twin: Identity = { ...google('1', 'ada@mail.example'), issuer: 'https://evil.example' }
    for (const one of [email, ...others, twin]) {
      await auth().accounts.prove(one, testDevice('shared'))
    }
    const rows = await auth()
      .db.select()
      .from(vaultIdentities)
      .where(eq(vaultIdentities.label, 'ada@mail.example'))
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ accountId }) => accountId)).size).toBe(4)
  })

  test('behavior: an account without a mailbox takes a new device at once', async () => {
    const who = google('77', 'Ada')
    await auth().accounts.prove(who, testDevice('d1'))
    expect(await auth().accounts.prove(who, testDevice('d2'))).toMatchObject({ state: 'signed-in' })
  })

  test('behavior: first proofs at once make one account', async () => {
    const who = fresh()
    await Promise.all(Array.from({ length: 4 }, () => auth().accounts.prove(who, testDevice('d1'))))
    expect(await accountOf(who)).toBeDefined()
    const accounts = await auth().db.select().from(vaultAccounts)
    const identities = await auth().db.select().from(vaultIdentities)
    expect(accounts.length).toBe(new Set(identities.map(({ accountId }) => accountId)).size)
  })
})
