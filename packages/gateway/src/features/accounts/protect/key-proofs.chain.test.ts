import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeVault, makeVault } from '../test/make-vault.ts'
import { sampleKey } from '../test/sample-key.ts'
import { samplePasskey, sealedShare } from '../test/sample-split.ts'
import { makeVisitor, operatorMethod, type Visitor } from '../test/visitor.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true })
})
afterAll(() => made.vault?.close())

const minute = 60_000
const hour = 60 * minute

/** Somebody by a social account alone, with a passkey or a password, who signed in an hour ago. */
async function owner(kind: 'passkey' | 'password' = 'passkey') {
  const subject = randomUUID()
  const who = await makeVisitor(madeVault(), { subject })
  const key = await sampleKey(kind)
  const { answer } = await who.split({ recovery: [key.method, operatorMethod()] })
  madeVault().clock.at += hour
  return { ...who, subject, key, made: answer.json.split as string }
}
type Owner = Awaited<ReturnType<typeof owner>>
const begin = async (who: Visitor) => {
  const { code, json } = await who.call('POST /api/proof/keys', {})
  const [method] = json.methods ?? []
  return {
    code,
    challenge: json.challenge as string,
    methods: json.methods,
    method: method as Record<string, string>,
  }
}
const finish = async (
  who: Visitor,
  challenge: string,
  method: string | undefined,
  opened: string,
) => (await who.call('POST /api/proof/keys/verify', { challenge, method, opened })).code
async function prove(who: Owner): Promise<string> {
  const { challenge, method } = await begin(who)
  return finish(who, challenge, method.id, await who.key.open(method.sealed as string))
}
const exports = async (who: Owner) => (await who.release(who.made, 'export')).code

describe('a proof by passkey or password', () => {
  test.each(['passkey', 'password'] as const)(
    'default: %s: without a mailbox, and an hour after the sign-in, the keys are exported; it stands in the audit',
    async (kind) => {
      const who = await owner(kind)
      expect([await exports(who), (await who.call('POST /api/proof/start', {})).code]).toEqual([
        'proof-needed',
        'recovery-failed',
      ])
      expect(await prove(who)).toBe('ok')
      expect(await exports(who)).toBe('ok')
      madeVault().clock.at += 10 * minute + 1
      expect(await exports(who)).toBe('proof-needed')
      await madeVault().settled()
      const { lines } = (await who.call('GET /api/account/history', undefined)).json
      expect(lines.map(({ what }: { what: string }) => what)).toContain('share-released export')
    },
  )

  test('behavior: ways to recover and the account itself, too; the session is no longer than it was', async () => {
    const who = await owner()
    const another = { ...samplePasskey(), sealed: sealedShare() }
    const [kept] = (await who.call('GET /api/account', undefined)).json.methods
    const { createdAt: _, ...same } = { ...kept, sealed: sealedShare() }
    const add = { expects: who.made, recovery: [same, another] }
    expect((await who.split(add)).answer.code).toBe('proof-needed')
    await prove(who)
    expect((await who.split(add)).answer.code).toBe('ok')
    madeVault().clock.at += 23 * hour
    expect((await who.call('POST /api/proof/keys', {})).code).toBe('proof-needed')
  })

  test('behavior: the operator’s share proves nobody, nor what is no key; where nothing else is there, it is refused', async () => {
    const subject = randomUUID()
    const who = await makeVisitor(madeVault(), { subject })
    expect((await begin(who)).code).toBe('recovery-failed')
    await who.split({ recovery: [operatorMethod(), { ...samplePasskey(), sealed: sealedShare() }] })
    expect((await begin(who)).code).toBe('recovery-failed')
    const other = await owner()
    expect((await begin(other)).methods).toMatchObject([
      { kind: 'passkey', publicKey: other.key.method.publicKey },
    ])
  })

  test('behavior: a challenge proves once, for five minutes, on its device, for its account', async () => {
    const [who, other] = [await owner(), await owner()]
    const { challenge, method } = await begin(who)
    const opened = await who.key.open(method.sealed as string)
    expect(await finish(other, challenge, method.id, opened)).toBe('code-expired')
    // The same account on another device: what was sealed for the first is not what it must open.
    const second = await makeVisitor(madeVault(), { subject: who.subject })
    expect(await finish(second, challenge, method.id, opened)).toBe('code-wrong')
    expect(await finish(who, challenge, method.id, randomBytes(32).toString('base64url'))).toBe(
      'code-wrong',
    )
    expect(await finish(who, challenge, method.id, opened)).toBe('ok')
    madeVault().clock.at += 1
    expect(await finish(who, challenge, method.id, opened)).toBe('code-wrong')
    const late = await begin(who)
    const lateOpened = await who.key.open(late.method.sealed as string)
    madeVault().clock.at += 5 * minute
    expect(await finish(who, late.challenge, late.method.id, lateOpened)).toBe('code-expired')
    // A later time of one's own choice is another challenge.
    const [, rest] = late.challenge.split('.')
    const forged = `${madeVault().clock.at + minute}.${rest}`
    expect(await finish(who, forged, late.method.id, lateOpened)).toBe('code-wrong')
  })

  test('behavior: a passkey that was removed meanwhile proves nothing', async () => {
    const who = await owner()
    await prove(who)
    const { challenge, method } = await begin(who)
    const opened = await who.key.open(method.sealed as string)
    await who.split({ expects: who.made, recovery: [] })
    expect(await finish(who, challenge, method.id, opened)).toBe('code-expired')
  })

  test('behavior: twenty a day a device, and none while the account is frozen', async () => {
    const who = await owner()
    expect((await who.call('POST /api/account/freeze', {})).code).toBe('ok')
    await who.again()
    expect((await begin(who)).code).toBe('account-frozen')
    const other = await owner()
    for (let at = 0; at < 20; at += 1) {
      expect((await begin(other)).code).toBe('ok')
    }
    expect((await begin(other)).code).toBe('rate-limited')
  })
})

describe('POST /api/account/freeze', () => {
  test('default: a device that holds a share stops everything, and ends it after a new sign-in; no mailbox is needed', async () => {
    const who = await owner()
    const other = await makeVisitor(madeVault(), { subject: who.subject })
    expect((await who.call('POST /api/account/freeze', {})).code).toBe('ok')
    // Whoever it was has no session any more, nor has the device that pressed.
    for (const one of [who, other]) {
      expect((await one.call('GET /api/account', undefined)).code).toBe('proof-needed')
    }
    await who.again()
    expect((await who.call('GET /api/account', undefined)).json.frozenAt).toBe(madeVault().clock.at)
    expect((await who.release(who.made, 'sign')).code).toBe('account-frozen')
    expect((await who.call('POST /api/account/unfreeze', {})).code).toBe('ok')
    expect((await who.release(who.made, 'sign')).code).toBe('ok')
    const { lines } = (await who.call('GET /api/account/history', undefined)).json
    expect(lines.map(({ what }: { what: string }) => what)).toContain('account-frozen by device')
  })

  test('behavior: the sign-in alone stops nobody; where there is a mailbox it is told', async () => {
    const subject = randomUUID()
    const who = await makeVisitor(madeVault(), { subject })
    await who.split()
    const thief = await makeVisitor(madeVault(), { subject })
    expect((await thief.call('POST /api/account/freeze', {})).code).toBe('wallet-unopenable')
    expect((await who.call('GET /api/account', undefined)).json.frozenAt).toBeUndefined()
    const mailed = await makeVisitor(madeVault())
    await mailed.split()
    await mailed.call('POST /api/account/freeze', {})
    await madeVault().settled()
    expect(madeVault().sent.findLast(({ to }) => to === mailed.email)?.subject).toContain('frozen')
  })
})
