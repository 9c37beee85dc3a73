import { randomBytes, randomUUID } from 'node:crypto'
import type { StoredRecovery } from '@latchkey/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultAudit } from '../../data/vault-schema.ts'
import type { TestPartition } from './test/make-device.ts'
import { type MadeVault, makePartition, makeVault, makeWorkerKey } from './test/make-vault.ts'
import {
  samplePasskey,
  samplePassword,
  sampleSplit,
  sealedShare,
  signedSplit,
} from './test/sample-split.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true })
})
afterAll(() => made.vault?.close())

const minute = 60_000
const day = 24 * 60 * minute
const hash = 'h'.repeat(43)
const anew = (methods: readonly StoredRecovery[]) =>
  methods.map((one) => ({ ...one, sealed: sealedShare() }))

/** Somebody on a device of theirs; whatever is asked `without` is asked without a session. */
async function visitor(email = `${randomUUID()}@mail.example`) {
  const partition = await makePartition()
  const token = await madeVault().signIn(email, partition)
  const call = (name: string, body: unknown) => madeVault().call(name, body, { partition, token })
  const without = (name: string, body: unknown, by: TestPartition = partition) =>
    madeVault().call(name, body, { partition: by })
  const { account } = (await call('GET /api/account', undefined)).json as { account: string }
  const split = async (more: Parameters<typeof sampleSplit>[0] = {}) => {
    const sent = await signedSplit({ account, device: partition.id }, sampleSplit(more))
    return { sent, split: (await call('POST /api/splits', sent)).json.split as string }
  }
  const recover = async () => {
    const { sealTo } = await makeWorkerKey()
    const { json } = await call('POST /api/splits/recover', { sealTo })
    return json as { split: string; methods: readonly StoredRecovery[] }
  }
  return { email, partition, account, call, without, split, recover }
}

/** One with a wallet, a password and a passkey. */
async function owner() {
  const who = await visitor()
  const recovery = [samplePassword(), samplePasskey()].map((method) => ({
    ...method,
    sealed: sealedShare(),
  }))
  const { split } = await who.split({ recovery })
  return { ...who, own: { account: who.account, split }, recovery }
}

/** Another device of that account, which has recovered the wallet. */
async function recovered(of: { readonly email: string }, more: readonly object[] = []) {
  const phone = await visitor(of.email)
  const { split: used, methods } = await phone.recover()
  const recovery = [...anew(methods), ...more] as never
  const { split } = await phone.split({ expects: used, recovered: used, recovery })
  return { ...phone, own: { account: phone.account, split } }
}

const lines = async (account: string) => {
  await madeVault().settled()
  const found = await madeVault()
    .db.select()
    .from(vaultAudit)
    .where(eq(vaultAudit.account, account))
  return found.map(({ what }) => what)
}
const sealedOf = (methods: readonly { readonly sealed: string }[]) =>
  methods.map(({ sealed }) => sealed).sort()

describe('the way out', () => {
  test('default: a device whose hours are over gets its recovery share, sealed as it lies, and no more', async () => {
    const who = await owner()
    madeVault().clock.at += day
    expect((await who.call('GET /api/account', undefined)).code).toBe('proof-needed')
    const { json } = await who.without('POST /api/way-out', who.own)
    expect(Object.keys(json)).toEqual(['methods'])
    expect(sealedOf(json.methods)).toEqual(sealedOf(who.recovery))
    expect(json.methods.map(({ kind }: StoredRecovery) => kind).sort()).toEqual([
      'passkey',
      'password',
    ])
    expect(await lines(who.account)).toContain('way-out-asked')
  })

  test('behavior: the mailbox is told once a day, with what to do', async () => {
    const who = await owner()
    const told = () =>
      madeVault().sent.filter(
        ({ to, subject }) => to === who.email && subject.includes('taking your keys'),
      )
    for (let at = 0; at < 3; at += 1) {
      expect((await who.without('POST /api/way-out', who.own)).code).toBe('ok')
    }
    await madeVault().settled()
    expect(told()).toHaveLength(1)
    expect(told()[0]?.text).toContain('Site: a.shop.example')
    expect(told()[0]?.text).toContain('Remove that device first')
    expect(told()[0]?.text).not.toMatch(/https?:|\d{6}/)
    madeVault().clock.at += day
    await who.without('POST /api/way-out', who.own)
    await madeVault().settled()
    expect(told()).toHaveLength(2)
  })

  test('behavior: each device has the share of its own split, also after another one recovered', async () => {
    const who = await owner()
    const phone = await recovered(who)
    const [mine, theirs] = [
      (await who.without('POST /api/way-out', who.own)).json.methods,
      (await phone.without('POST /api/way-out', phone.own)).json.methods,
    ]
    expect(sealedOf(mine)).toEqual(sealedOf(who.recovery))
    expect(sealedOf(theirs)).not.toEqual(sealedOf(mine))
    expect(theirs.map(({ id }: StoredRecovery) => id).sort()).toEqual(
      mine.map(({ id }: StoredRecovery) => id).sort(),
    )
    // What was used opens no new device.
    expect((await (await visitor(who.email)).recover()).split).toBe(phone.own.split)
  })

  test('behavior: whoever else asks learns nothing, not even whose account it is', async () => {
    const who = await owner()
    const [phone, stranger] = [await recovered(who), await owner()]
    const mailbox = await visitor(who.email)
    const none = randomBytes(16).toString('base64url')
    const tried: readonly [string, object, TestPartition][] = [
      ['the mailbox alone', who.own, mailbox.partition],
      ['another device of the account', who.own, phone.partition],
      ['another split of the account', { ...who.own, split: phone.own.split }, who.partition],
      ['a stranger', who.own, stranger.partition],
      ['no device at all', who.own, await makePartition()],
      ['another account', { ...who.own, account: stranger.account }, who.partition],
      [
        'another account, by its device',
        { ...stranger.own, split: who.own.split },
        stranger.partition,
      ],
      ['no account', { ...who.own, account: none }, who.partition],
      ['no split', { ...who.own, split: none }, who.partition],
    ]
    const pepper = { method: (who.recovery[0] as { salt: string }).salt, hash }
    for (const [name, own, by] of tried) {
      for (const [call, body] of [
        ['POST /api/way-out', own],
        ['POST /api/way-out/pepper', { ...own, ...pepper }],
      ] as const) {
        const { status, json } = await who.without(call, body, by)
        expect([name, status, json]).toEqual([
          name,
          404,
          {
            status: 'FAILED',
            reasons: [{ field: 'wallet-unopenable', description: 'This device has no such share' }],
          },
        ])
      }
    }
    expect(await lines(who.account)).not.toContain('way-out-asked')
    expect((await lines(who.account)).filter((what) => what.startsWith('pepper'))).toEqual([])
    expect((await lines(none)).length).toBe(0)
  })

  test('parameters: what is no ask; a proof of another body, used before, or none', async () => {
    const who = await owner()
    for (const body of [
      {},
      { ...who.own, split: '' },
      { ...who.own, account: 'x' },
      { ...who.own, more: 1 },
    ]) {
      expect([body, (await who.without('POST /api/way-out', body)).status]).toEqual([body, 400])
    }
    const url = 'http://vault.localhost:4302/api/way-out'
    const at = madeVault().clock.at
    const prove = (body: object, by = who.partition) =>
      by.prove({ method: 'POST', url, body: JSON.stringify(body) }, at)
    const ask = (proof: string) =>
      madeVault().call('POST /api/way-out', who.own, { partition: who.partition, proof })
    const once = await prove(who.own)
    expect((await ask(once)).code).toBe('ok')
    for (const proof of [once, await prove({ ...who.own, split: 'x' }), '']) {
      expect((await ask(proof)).status).toBe(401)
    }
  })

  test('behavior: a removed device gets nothing, and is told why; so is one whose account is gone', async () => {
    const who = await owner()
    const phone = await recovered(who)
    await phone.call('POST /api/devices/revoke', { device: who.partition.id })
    const pepper = { ...who.own, method: (who.recovery[0] as { salt: string }).salt, hash }
    for (const [call, body] of [
      ['POST /api/way-out', who.own],
      ['POST /api/way-out/pepper', pepper],
    ] as const) {
      const refused = await who.without(call, body)
      expect([refused.status, refused.code]).toEqual([403, 'device-revoked'])
    }
    expect(await lines(who.account)).toContain('way-out-refused')
    expect((await phone.call('POST /api/account/delete', {})).code).toBe('ok')
    for (const one of [who, phone]) {
      expect((await one.without('POST /api/way-out', one.own)).code).toBe('wallet-unopenable')
    }
  })

  test('behavior: what the operator keeps is handed to nobody who has not signed in', async () => {
    const [who, alone] = [await visitor(), await visitor()]
    const operator = { kind: 'operator', sealed: sealedShare() } as const
    const password = { ...samplePassword(), sealed: sealedShare() }
    const both = await who.split({ recovery: [operator, password] })
    const { json } = await who.without('POST /api/way-out', {
      account: who.account,
      split: both.split,
    })
    expect(sealedOf(json.methods)).toEqual([password.sealed])
    const one = await alone.split({ recovery: [operator] })
    const refused = await alone.without('POST /api/way-out', {
      account: alone.account,
      split: one.split,
    })
    expect([refused.status, refused.code]).toEqual([404, 'recovery-failed'])
    expect(await lines(alone.account)).not.toContain('way-out-asked')
  })

  test('behavior: a way that was removed opens no split, one that was added only those made since', async () => {
    const who = await owner()
    const added = { ...samplePassword(), sealed: sealedShare() }
    const phone = await recovered(who, [added])
    const kinds = async () => (await who.without('POST /api/way-out', who.own)).json.methods
    expect(sealedOf(await kinds())).toEqual(sealedOf(who.recovery))
    const kept = (await phone.recover()).methods.filter(({ kind }) => kind === 'passkey')
    await phone.split({ expects: phone.own.split, recovery: anew(kept) as never })
    expect((await kinds()).map(({ kind }: StoredRecovery) => kind)).toEqual(['passkey'])
  })

  test('behavior: a password’s pepper is the same one, of that split’s passwords alone, under the same count', async () => {
    const who = await owner()
    const { salt } = who.recovery[0] as { salt: string }
    const signed = await who.call('POST /api/recovery/pepper', { method: salt, hash })
    const ask = (more: object = {}) =>
      who.without('POST /api/way-out/pepper', { ...who.own, method: salt, hash, ...more })
    expect((await ask()).json.key).toBe(signed.json.key)
    for (const method of ['salt', `${salt}A`, (who.recovery[1] as { salt: string }).salt]) {
      expect((await ask({ method })).code).toBe('recovery-failed')
    }
    // Two were asked so far; guesses of another device, signed in, are of the same ten.
    const phone = await visitor(who.email)
    for (let at = 3; at <= 6; at += 1) {
      expect((await phone.call('POST /api/recovery/pepper', { method: salt, hash })).code).toBe(
        'ok',
      )
    }
    for (let at = 7; at <= 10; at += 1) {
      expect((await ask({ hash: `${at}`.padStart(43, 'x') })).code).toBe('ok')
    }
    const locked = await ask()
    expect([locked.code, locked.headers.get('retry-after')]).toEqual(['rate-limited', '60'])
    expect((await phone.call('POST /api/recovery/pepper', { method: salt, hash })).code).toBe(
      'rate-limited',
    )
    expect(await lines(who.account)).toContain('pepper-locked')
  })

  test('behavior: twenty asks a day, those of recovering counted; others of the account use up none', async () => {
    const who = await owner()
    const phone = await recovered(who)
    for (let at = 0; at < 5; at += 1) {
      await who.recover()
    }
    for (let at = 5; at < 20; at += 1) {
      expect((await who.without('POST /api/way-out', who.own)).code).toBe('ok')
    }
    expect((await who.without('POST /api/way-out', who.own)).code).toBe('rate-limited')
    expect((await phone.without('POST /api/way-out', phone.own)).code).toBe('ok')
  })
})
