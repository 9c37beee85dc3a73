import { randomUUID } from 'node:crypto'
import type { VaultRequestsPage } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeOperator, makeOperator } from '../../../test/make-operator.ts'
import { type MadeVault, makePartition, makeVault } from '../test/make-vault.ts'
import { samplePassword, sealedShare } from '../test/sample-split.ts'
import { makeVisitor, operatorMethod, type Visitor } from '../test/visitor.ts'
import { maxRequests } from './requests.ts'

const made: { vault?: MadeVault; operator?: MadeOperator } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
const operator = (): MadeOperator => made.operator as MadeOperator
beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true })
  made.operator = makeOperator(made.vault.db)
})
afterAll(() => made.vault?.close())

const hour = 3_600_000
const path = '/operator/v1/vault/recoveries'
const mailsTo = (email: string) => madeVault().sent.filter(({ to }) => to === email)

/** An owner with a wallet whose recovery share the operator keeps. */
async function makeOwner(by: Parameters<typeof makeVisitor>[1] = {}) {
  const who = await makeVisitor(madeVault(), by)
  const method = operatorMethod()
  const { sent, answer } = await who.split({ recovery: [method] })
  return { ...who, r: method.sealed, a: sent.share, made: answer.json.split as string }
}
const numberOf = async (who: Visitor): Promise<string> => {
  const { requests } = (await who.call('GET /api/account', undefined)).json
  return requests.find(({ device }: { device: string }) => device === who.partition.id)?.number
}
const ask = async (who: Visitor) => (await who.call('POST /api/recovery/ask', {})).code
const confirm = async (number: string) =>
  (await operator().ask(`${path}/${number}/confirm`, { method: 'POST' })).status

describe('POST /api/recovery/ask', () => {
  test('default: the operator’s share comes after the waiting time and the operator’s word, and then makes a split', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const second = await makeVisitor(madeVault(), { email: first.email })
    expect((await second.recover()).byOperator).toBeUndefined()
    expect(await ask(second)).toBe('ok')
    expect(await confirm(await numberOf(second))).toBe(204)
    madeVault().clock.at += 71 * hour
    await second.again()
    expect((await second.recover()).byOperator).toBeUndefined()
    madeVault().clock.at += hour
    await second.again()
    const got = await second.recover()
    expect([got.byOperator, got.a]).toEqual([first.r, first.a])
    const recovered = { recovered: first.made, expects: first.made, recovery: [operatorMethod()] }
    expect((await second.split(recovered)).answer.status).toBe(200)
    expect((await first.call('GET /api/account', undefined)).code).toBe('proof-needed')
    expect((await second.call('GET /api/account', undefined)).json.requests).toBeUndefined()
  })

  test('behavior: whoever has the social account alone and waits gets nothing while the operator has not confirmed', async () => {
    const subject = randomUUID()
    await makeOwner({ subject })
    const thief = await makeVisitor(madeVault(), { subject })
    expect((await thief.recover()).byOperator).toBeUndefined()
    await ask(thief)
    madeVault().clock.at += 73 * hour
    await thief.again()
    expect((await thief.recover()).byOperator).toBeUndefined()
  })

  test('behavior: the mailbox is told, and the device that holds the wallet sees who asks and stops it', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const thief = await makeVisitor(madeVault(), { email: first.email })
    await ask(thief)
    await madeVault().settled()
    expect(mailsTo(first.email).at(-1)?.subject).toContain('Somebody asks to recover your wallet')
    const { requests } = (await first.call('GET /api/account', undefined)).json
    expect(requests).toMatchObject([{ device: thief.partition.id, isConfirmed: false }])
    // The number is for whoever asks, and for the operator it is told to.
    expect(requests[0].number).toBeUndefined()
    const number = await numberOf(thief)
    expect(await confirm(number)).toBe(204)
    expect((await first.call('POST /api/recovery/stop', { device: thief.partition.id })).code).toBe(
      'ok',
    )
    expect(await confirm(number)).toBe(404)
    madeVault().clock.at += 73 * hour
    await thief.again()
    expect((await thief.recover()).byOperator).toBeUndefined()
  })

  test('behavior: the link of the mail stops it: opening it shows what it stops, its button does', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const thief = await makeVisitor(madeVault(), { email: first.email })
    await ask(thief)
    await madeVault().settled()
    const [, link] =
      /\/p\/stop\/shop#([a-p]{64})/.exec(mailsTo(first.email).at(-1)?.text ?? '') ?? []
    const anybody = { partition: await makePartition() }
    const look = () => madeVault().call('POST /api/links/look', { link }, anybody)
    expect((await look()).json).toEqual({ what: 'stop-recovery' })
    expect(await numberOf(thief)).toMatch(/^\d{8}$/)
    expect((await madeVault().call('POST /api/links/use', { link }, anybody)).code).toBe('ok')
    expect((await thief.call('GET /api/account', undefined)).json.requests).toBeUndefined()
    expect((await look()).status).toBe(404)
    // The account itself goes on: a thief with the mailbox has stopped what a thief with the
    // mailbox asked.
    expect((await first.release(first.made, 'sign')).code).toBe('ok')
  })

  test('behavior: a sign-in alone stops nobody else’s, sees nobody else’s, and a device with a share asks for none', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const [one, other] = [
      await makeVisitor(madeVault(), { email: first.email }),
      await (async () => {
        madeVault().clock.at += hour
        return makeVisitor(madeVault(), { email: first.email })
      })(),
    ]
    await ask(one)
    const stopped = await other.call('POST /api/recovery/stop', { device: one.partition.id })
    expect([stopped.status, stopped.code]).toEqual([403, 'wallet-unopenable'])
    expect((await other.call('GET /api/account', undefined)).json.requests).toBeUndefined()
    const number = await numberOf(one)
    await ask(one)
    expect(await numberOf(one)).toBe(number)
    expect(await ask(first)).toBe('vault-refused')
    expect((await one.call('POST /api/recovery/stop', { device: one.partition.id })).code).toBe(
      'ok',
    )
    expect(await numberOf(one).catch(() => undefined)).toBeUndefined()
  })

  test('behavior: sign-ins alone, however many, end no request of another device', async () => {
    const subject = randomUUID()
    await makeOwner({ subject })
    const fresh = await makeVisitor(madeVault(), { subject })
    await ask(fresh)
    const number = await numberOf(fresh)
    for (let at = 0; at < 60; at += 1) {
      madeVault().clock.at += 1_000
      await makeVisitor(madeVault(), { subject })
    }
    expect(await numberOf(fresh)).toBe(number)
    expect(await confirm(number)).toBe(204)
  })

  test('behavior: an account has a bounded number of requests; a further one is refused and displaces none', async () => {
    const subject = randomUUID()
    const first = await makeOwner({ subject })
    const asking: Visitor[] = []
    for (let at = 0; at < maxRequests; at += 1) {
      asking.push(await makeVisitor(madeVault(), { subject }))
    }
    // At once, so that none is counted before another stands.
    const further = await makeVisitor(madeVault(), { subject })
    const codes = await Promise.all([...asking, further].map(ask))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(maxRequests)
    expect(codes.filter((code) => code === 'requests-full')).toHaveLength(1)
    const left = [...asking, further][codes.indexOf('requests-full')] as Visitor
    const standing = async () =>
      (await first.call('GET /api/account', undefined)).json.requests.map(
        ({ device }: { device: string }) => device,
      )
    expect(await standing()).toHaveLength(maxRequests)
    expect(await standing()).not.toContain(left.partition.id)
    const [stopped] = await standing()
    await first.call('POST /api/recovery/stop', { device: stopped })
    expect(await ask(left)).toBe('ok')
  })

  test('behavior: each mail’s link stops its own request, also after another one’s was used', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const links: string[] = []
    for (let at = 0; at < 2; at += 1) {
      const thief = await makeVisitor(madeVault(), { email: first.email })
      await ask(thief)
      await madeVault().settled()
      links.push(/#([a-p]{64})/.exec(mailsTo(first.email).at(-1)?.text ?? '')?.[1] ?? '')
      madeVault().clock.at += hour
    }
    for (const link of links) {
      const partition = await makePartition()
      expect((await madeVault().call('POST /api/links/use', { link }, { partition })).code).toBe(
        'ok',
      )
    }
    const { requests } = (await first.call('GET /api/account', undefined)).json
    expect(requests).toBeUndefined()
  })

  test('behavior: of one device no more than five a day, so that no mailbox is filled', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const thief = await makeVisitor(madeVault(), { email: first.email })
    const codes: string[] = []
    for (let at = 0; at < 6; at += 1) {
      codes.push(await ask(thief))
      await thief.call('POST /api/recovery/stop', { device: thief.partition.id })
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'rate-limited'])
  })

  test('behavior: where the operator keeps none there is nothing to ask for; other ways need no waiting', async () => {
    const first = await makeVisitor(madeVault())
    madeVault().clock.at += hour
    await first.split({ recovery: [{ ...samplePassword(), sealed: sealedShare() }] })
    madeVault().clock.at += hour
    const second = await makeVisitor(madeVault(), { email: first.email })
    expect((await second.recover()).json.methods).toMatchObject([{ kind: 'password' }])
    expect(await ask(second)).toBe('recovery-failed')
  })
})

describe('operator’s requests', () => {
  test('default: each with its number, device and time; refused, it is gone, and both stand in the audit', async () => {
    const first = await makeOwner()
    madeVault().clock.at += hour
    const second = await makeVisitor(madeVault(), { email: first.email })
    await ask(second)
    const number = await numberOf(second)
    const { requests } = (await operator().ask(path)).json as VaultRequestsPage
    expect(requests.find((one) => one.number === number)).toMatchObject({
      account: first.account,
      device: second.partition.id,
      confirmedAt: null,
    })
    expect(await confirm(number)).toBe(204)
    expect((await operator().ask(`${path}/${number}`, { method: 'DELETE' })).status).toBe(204)
    expect((await operator().ask(`${path}/${number}`, { method: 'DELETE' })).status).toBe(404)
    await madeVault().settled()
    const { lines } = (await first.call('GET /api/account/history', undefined)).json
    const told = lines.map(({ what }: { what: string }) => what)
    for (const what of [
      'recovery-asked',
      'recovery-confirmed by operator',
      'recovery-stopped by operator',
    ]) {
      expect(told).toContain(what)
    }
  })

  test('behavior: a key that may only read confirms nothing', async () => {
    const key = await operator().ask('/operator/v1/keys', {
      method: 'POST',
      body: { label: 'r', scope: 'read' },
    })
    const { token } = key.json as { token: string }
    expect((await operator().ask(path, { token })).status).toBe(403)
    expect((await operator().ask(`${path}/1/confirm`, { method: 'POST', token })).status).toBe(403)
  })
})
