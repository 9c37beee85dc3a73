import { randomBytes, randomUUID } from 'node:crypto'
import type { StoredRecovery } from '@latchkey/protocol/vault'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  vaultAccounts,
  vaultAudit,
  vaultMethods,
  vaultRecoveries,
  vaultSplits,
} from '../../data/vault-schema.ts'
import { takePepperAttempt } from './splits/pepper-lock.ts'
import { type MadeVault, makePartition, makeVault, makeWorkerKey } from './test/make-vault.ts'
import {
  samplePasskey,
  samplePassword,
  samplePublics,
  sampleSplit,
  sealedShare,
  signedSplit,
} from './test/sample-split.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

const minute = 60_000
const otherThan = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const middle = text.length >> 1
  return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1)
}
const payload = 'ab'.repeat(32)

/** Somebody on a device of theirs. */
async function visitor(email = `${randomUUID()}@mail.example`) {
  const partition = await makePartition()
  const token = await madeVault().signIn(email, partition)
  const call = (name: string, body: unknown) => madeVault().call(name, body, { partition, token })
  const account = async () => (await call('GET /api/account', undefined)).json
  const id = (await account()).account as string
  const of = { account: id, device: partition.id }
  const split = async (more: Parameters<typeof sampleSplit>[0] = {}, seed = 'one') => {
    const sent = await signedSplit(of, sampleSplit(more), seed)
    return { sent, answer: await call('POST /api/splits', sent) }
  }
  const release = async (id: string) => {
    const key = await makeWorkerKey()
    const asked = { split: id, sealTo: key.sealTo, operation: 'sign', payload }
    const answer = await call('POST /api/splits/release', asked)
    return {
      ...answer,
      share: answer.json.sealed ? (await key.open(answer.json.sealed)).toString('base64url') : '',
    }
  }
  const recover = async () => {
    const key = await makeWorkerKey()
    const answer = await call('POST /api/splits/recover', { sealTo: key.sealTo })
    const share = answer.json.sealed
      ? (await key.open(answer.json.sealed)).toString('base64url')
      : ''
    return { ...answer, key, share, methods: (answer.json.methods ?? []) as StoredRecovery[] }
  }
  return { email, partition, token, of, call, account, split, release, recover }
}

/** One with a wallet and two ways to recover it. */
async function owner() {
  const who = await visitor()
  const recovery = [samplePassword(), samplePasskey()].map((method) => ({
    ...method,
    sealed: sealedShare(),
  }))
  const { sent, answer } = await who.split({ recovery })
  return { ...who, sent, id: answer.json.split as string, recovery }
}

describe('splits', () => {
  test('default: the share of this device comes back, sealed to the worker that asked', async () => {
    const who = await owner()
    const released = await who.release(who.id)
    expect(released.share).toBe(who.sent.share)
    const account = await who.account()
    expect(account).toMatchObject({ publics: samplePublics(), split: who.id, newest: who.id })
    expect(account.methods).toHaveLength(2)
    expect(account.methods[0]).not.toHaveProperty('sealed')
  })

  test('behavior: two devices that split at once do not undo each other; public keys never change', async () => {
    const who = await visitor()
    const outcomes = await Promise.all([who.split(), who.split(), who.split()])
    expect(outcomes.map(({ answer }) => answer.status).sort()).toEqual([200, 409, 409])
    const { newest } = await who.account()
    expect((await who.split({ expects: null })).answer.status).toBe(409)
    const other = await who.split({ expects: newest, publics: samplePublics('two') }, 'two')
    expect([other.answer.status, (await who.account()).publics]).toEqual([409, samplePublics()])
    expect((await who.split({ expects: newest })).answer.status).toBe(200)
  })

  test('parameters: what is no split', async () => {
    const who = await visitor()
    const bad: readonly Parameters<typeof sampleSplit>[0][] = [
      { share: '' },
      { share: 'x'.repeat(200) },
      { share: 'not base64url!' },
      { publics: { ...samplePublics(), eip155: '0x1' } },
      { publics: { ...samplePublics(), more: 1 } as never },
      { recovery: [{ ...samplePassword(), sealed: sealedShare(), memory: 8 } as never] },
      { recovery: [{ kind: 'none' } as never] },
      {
        recovery: Array.from({ length: 11 }, () => ({
          ...samplePassword(),
          sealed: sealedShare(),
        })),
      },
      { expects: 'x' },
      { recovery: [{ ...samplePassword(), sealed: sealedShare(), vouch: 'short' }] },
    ]
    for (const more of bad) {
      expect([more, (await who.split(more)).answer.status]).toEqual([more, 400])
    }
    expect(
      (await who.split({ recovery: [{ kind: 'operator', sealed: sealedShare() }] })).answer.status,
    ).toBe(403)
    const foreign = {
      ...samplePassword(),
      id: randomBytes(16).toString('base64url'),
      sealed: sealedShare(),
    }
    expect((await who.split({ recovery: [foreign] })).answer.status).toBe(409)
    expect((await who.account()).publics).toBeNull()
  })

  test('behavior: only its own device, its own account and a point of the curve get a share', async () => {
    const who = await owner()
    const twin = await visitor(who.email)
    const stranger = await owner()
    for (const one of [twin, stranger]) {
      const refused = await one.release(who.id)
      expect([refused.status, refused.code]).toEqual([404, 'wallet-unopenable'])
    }
    const asked = { split: who.id, operation: 'sign', payload }
    for (const sealTo of [`BA${'A'.repeat(85)}`, 'A'.repeat(87), 'x', `${'A'.repeat(86)}*`]) {
      expect((await who.call('POST /api/splits/release', { ...asked, sealTo })).status).toBe(400)
    }
    const more = { ...asked, sealTo: (await makeWorkerKey()).sealTo }
    for (const wrong of [
      { payload: '' },
      { payload: 'AB'.repeat(32) },
      { operation: 'all' },
      { split: '' },
    ]) {
      expect((await who.call('POST /api/splits/release', { ...more, ...wrong })).status).toBe(400)
    }
  })

  test('behavior: after the hours no share is released without a fresh proof', async () => {
    const who = await owner()
    madeVault().clock.at += 24 * 60 * minute
    expect((await who.release(who.id)).code).toBe('proof-needed')
    const again = await madeVault().signIn(who.email, who.partition)
    const key = await makeWorkerKey()
    const asked = { split: who.id, sealTo: key.sealTo, operation: 'sign', payload }
    const answer = await madeVault().call('POST /api/splits/release', asked, {
      partition: who.partition,
      token: again,
    })
    expect((await key.open(answer.json.sealed)).toString('base64url')).toBe(who.sent.share)
  })

  test('behavior: releases are written down without what was signed', async () => {
    const who = await owner()
    await who.release(who.id)
    await madeVault().settled()
    const { account } = await who.account()
    const lines = await madeVault()
      .db.select()
      .from(vaultAudit)
      .where(eq(vaultAudit.account, account))
    expect(lines.map(({ what }) => what)).toContain('share-released sign')
    expect(JSON.stringify(lines)).not.toContain(payload)
  })

  test('behavior: a row swapped with another account’s opens for nobody', async () => {
    const [one, other] = [await owner(), await owner()]
    const [row] = await madeVault()
      .db.select()
      .from(vaultSplits)
      .where(eq(vaultSplits.id, other.id))
    await madeVault()
      .db.update(vaultSplits)
      .set({ share: row?.share })
      .where(eq(vaultSplits.id, one.id))
    const refused = await one.release(one.id)
    expect([refused.status, refused.code]).toEqual([500, 'wallet-unopenable'])
    // A new device, which would recover from it, is told the same.
    const phone = await (await visitor(one.email)).recover()
    expect([phone.status, phone.code]).toEqual([500, 'wallet-unopenable'])
    await madeVault().settled()
    const found = await madeVault()
      .db.select()
      .from(vaultAudit)
      .where(eq(vaultAudit.account, one.of.account))
    expect(found.filter(({ what }) => what === 'share-unreadable').map(({ code }) => code)).toEqual(
      ['wallet-unopenable', 'wallet-unopenable'],
    )
  })
})

describe('recovery', () => {
  test('default: a device without a share gets A and the sealed R, splits anew, and the used R opens no other', async () => {
    const who = await owner()
    const phone = await visitor(who.email)
    expect(await phone.account()).toMatchObject({ split: null, newest: who.id })
    const got = await phone.recover()
    expect([got.json.split, got.share]).toEqual([who.id, who.sent.share])
    expect(got.methods.map(({ sealed }) => sealed).sort()).toEqual(
      who.recovery.map(({ sealed }) => sealed).sort(),
    )
    const recovery = got.methods.map((method) => ({ ...method, sealed: sealedShare() }))
    const { sent, answer } = await phone.split({ expects: who.id, recovered: who.id, recovery })
    const split = answer.json.split as string
    expect((await phone.release(split)).share).toBe(sent.share)
    // The first device keeps its own.
    expect((await who.release(who.id)).share).toBe(who.sent.share)
    expect((await who.recover()).json.split).toBe(split)
    // Kept for the first device's way out alone (`way-out.chain.test.ts`).
    const left = await madeVault()
      .db.select()
      .from(vaultRecoveries)
      .where(eq(vaultRecoveries.splitId, who.id))
    expect(left).toHaveLength(2)
    const again = await phone.split({ expects: split, recovered: who.id, recovery })
    expect(again.answer.status).toBe(409)
    expect((await who.account()).methods).toHaveLength(2)
    await madeVault().settled()
    expect(
      madeVault()
        .sent.filter(({ to }) => to === who.email)
        .at(-1)?.subject,
    ).toContain('recovered')
    expect((await (await visitor(who.email)).recover()).json.split).toBe(split)
  })

  test('behavior: without a share of its own a device splits after a recovery only', async () => {
    const who = await owner()
    const phone = await visitor(who.email)
    const recovery = [{ ...samplePassword(), sealed: sealedShare() }]
    const wrong = [
      { recovery },
      { recovered: who.id },
      { recovered: randomBytes(16).toString('base64url'), recovery },
    ]
    for (const more of wrong) {
      expect((await phone.split({ expects: who.id, ...more })).answer.status).toBe(409)
    }
  })

  test('behavior: nothing to recover with is said', async () => {
    const who = await visitor()
    await who.split()
    const refused = await (await visitor(who.email)).recover()
    expect([refused.status, refused.code]).toEqual([404, 'recovery-failed'])
  })

  test('behavior: the newest split names all ways to recover: others are gone, and their shares of every split with them', async () => {
    const who = await owner()
    const [first, second] = (await who.recover()).methods as [StoredRecovery, StoredRecovery]
    const keep = async (expects: string, methods: readonly StoredRecovery[]) => {
      const recovery = methods.map((method) => ({ ...method, sealed: sealedShare() }))
      return (await who.split({ expects, recovery })).answer.json.split as string
    }
    const foreign = {
      ...samplePassword(),
      id: (await (await owner()).recover()).methods[0]?.id,
      sealed: sealedShare(),
    }
    expect((await who.split({ expects: who.id, recovery: [foreign as never] })).answer.status).toBe(
      409,
    )
    const next = await keep(who.id, [second])
    expect((await who.recover()).methods.map(({ id }) => id)).toEqual([second.id])
    expect((await who.account()).methods).toMatchObject([{ id: second.id }])
    expect(
      await madeVault().db.select().from(vaultMethods).where(eq(vaultMethods.id, first.id)),
    ).toEqual([])
    await keep(next, [])
    expect((await who.recover()).code).toBe('recovery-failed')
    const lines = async () => {
      await madeVault().settled()
      const found = await madeVault()
        .db.select()
        .from(vaultAudit)
        .where(eq(vaultAudit.account, who.of.account))
      return found.map(({ what }) => what).filter((what) => what.startsWith('recovery-'))
    }
    expect((await lines()).sort()).toEqual([
      'recovery-added 2',
      'recovery-removed 1',
      'recovery-removed 1',
    ])
  })

  test('behavior: what was set up on two devices is of one split, and opens on a third', async () => {
    const who = await owner()
    const phone = await visitor(who.email)
    const got = await phone.recover()
    const again = (methods: readonly StoredRecovery[]) =>
      methods.map((one) => ({ ...one, sealed: sealedShare() }))
    const { answer } = await phone.split({
      expects: who.id,
      recovered: who.id,
      recovery: again(got.methods),
    })
    const added = { ...samplePasskey(), sealed: sealedShare() }
    const second = await phone.split({
      expects: answer.json.split,
      recovery: [...again((await phone.recover()).methods), added],
    })
    // The first device splits anew, knowing what the account lists, each with the wallet's word.
    const listed = (await who.account()).methods as StoredRecovery[]
    expect(listed.map(({ vouch }) => typeof vouch)).toEqual(['string', 'string', 'string'])
    const recovery = listed.map(
      ({ createdAt: _, ...one }: StoredRecovery & { createdAt?: number }) => one,
    )
    await who.split({
      expects: second.answer.json.split,
      recovery: again(recovery as StoredRecovery[]),
    })
    const third = await visitor(who.email)
    const opened = (await third.recover()).methods.map(({ id }) => id).sort()
    expect(opened).toEqual(listed.map(({ id }) => id).sort())
    const rows = async (split: string) =>
      (
        await madeVault()
          .db.select()
          .from(vaultRecoveries)
          .where(eq(vaultRecoveries.splitId, split))
      ).length
    // The phone's newest split has its own; the one it had before is gone.
    expect([await rows(second.answer.json.split), await rows(answer.json.split)]).toEqual([3, 0])
  })

  test('behavior: the pepper is the same for the same, and locks for longer and longer', async () => {
    const who = await owner()
    const hash = 'h'.repeat(43)
    const ask = (more: object = {}, by = who) =>
      by.call('POST /api/recovery/pepper', { method: 'salt', hash, ...more })
    const [one, two] = [await ask(), await ask()]
    expect(one.json.key).toMatch(/^[\w-]{43}$/)
    expect(two.json.key).toBe(one.json.key)
    const others = [
      await ask({ hash: 'i'.repeat(43) }),
      await ask({ method: 'other' }),
      await ask({}, await owner()),
    ]
    expect(new Set([one, ...others].map(({ json }) => json.key)).size).toBe(4)
    for (let at = 4; at < 10; at += 1) {
      expect((await ask()).code).toBe('ok')
    }
    const locked = await ask()
    expect([locked.code, locked.headers.get('retry-after')]).toEqual(['rate-limited', '60'])
    const { account } = await who.account()
    const { clock, db } = madeVault()
    const day = 24 * 60 * minute
    const waits: number[] = []
    for (
      const at = { ms: clock.at + minute };
      waits.length < 13;
      at.ms += (waits.at(-1) ?? 0) * 1000
    ) {
      expect(await takePepperAttempt(db, account, at.ms - 1)).toBe(1)
      expect(await takePepperAttempt(db, account, at.ms)).toBe(0)
      waits.push(await takePepperAttempt(db, account, at.ms))
      clock.at = at.ms
    }
    expect([waits.slice(0, 4), waits.at(-1)]).toEqual([[120, 240, 480, 960], 86_400])
    clock.at += day
    // Not even a split that says to be a recovery's makes the count begin again: only quiet days
    // do.
    expect([
      await takePepperAttempt(db, account, clock.at),
      await takePepperAttempt(db, account, clock.at),
    ]).toEqual([0, 86_400])
    clock.at += 8 * day + 1
    for (let at = 0; at < 10; at += 1) {
      expect(await takePepperAttempt(db, account, clock.at)).toBe(0)
    }
    expect(await takePepperAttempt(db, account, clock.at)).toBe(60)
  })
})

describe('devices', () => {
  test('behavior: a revoked one has no session, no share, and is a new one when it comes back', async () => {
    const first = await owner()
    const phone = await visitor(first.email)
    const again = (methods: readonly StoredRecovery[]) =>
      methods.map((one) => ({ ...one, sealed: sealedShare() }))
    const recover = async (who: typeof phone, used: string) => {
      const recovery = again((await who.recover()).methods)
      const { sent, answer } = await who.split({ expects: used, recovered: used, recovery })
      return { sent, id: answer.json.split as string }
    }
    const used = await recover(phone, first.id)
    const recovery = again((await first.recover()).methods)
    const { sent, answer } = await first.split({ expects: used.id, recovery })
    const who = { ...first, sent, id: answer.json.split as string }
    const revoke = await phone.call('POST /api/devices/revoke', { device: who.partition.id })
    expect(revoke.code).toBe('ok')
    const refused = await who.release(who.id)
    expect([refused.status, refused.code]).toEqual([403, 'device-revoked'])
    expect((await who.account()).reasons[0].field).toBe('device-revoked')
    madeVault().clock.at += 10 * minute
    const token = await madeVault().signIn(who.email, who.partition)
    expect(
      (await madeVault().call('GET /api/account', undefined, { ...who, token })).json,
    ).toMatchObject({ split: null })
    const key = await makeWorkerKey()
    const asked = { split: who.id, sealTo: key.sealTo, operation: 'sign', payload }
    expect(
      (await madeVault().call('POST /api/splits/release', asked, { ...who, token })).code,
    ).toBe('wallet-unopenable')
    // The split is kept for recovery alone, until it is used up.
    const tablet = await visitor(who.email)
    expect((await tablet.recover()).share).toBe(who.sent.share)
    await recover(tablet, who.id)
    expect(
      await madeVault().db.select().from(vaultSplits).where(eq(vaultSplits.id, who.id)),
    ).toEqual([])
  })

  test('behavior: its split goes with it where recovery does not need it; others cannot revoke it', async () => {
    const who = await visitor()
    const { answer } = await who.split()
    await (await owner()).call('POST /api/devices/revoke', { device: who.partition.id })
    expect((await who.release(answer.json.split)).code).toBe('ok')
    await who.call('POST /api/devices/revoke', { device: who.partition.id })
    const phone = await visitor(who.email)
    expect(await phone.account()).toMatchObject({
      newest: null,
      devices: [{ id: phone.partition.id }],
    })
  })
})

/** The mailbox is somebody else's too: a session, and no share. */
describe('a session without a share', () => {
  const thief = async () => {
    const who = await owner()
    return { who, thief: await visitor(who.email) }
  }
  const left = async (who: Awaited<ReturnType<typeof owner>>) => {
    const { newest, methods, devices, identities } = await who.account()
    return {
      newest,
      methods: methods.length,
      devices: devices.length,
      identities: identities.length,
    }
  }

  test('behavior: no field of a split can be another than the wallet signed', async () => {
    const { who, thief: other } = await thief()
    const [method] = (await who.recover()).methods as [StoredRecovery]
    const recovery = [
      { ...method, sealed: sealedShare() },
      { ...samplePasskey(), sealed: sealedShare() },
      { ...samplePassword(), sealed: sealedShare() },
    ]
    const right = await signedSplit(
      who.of,
      sampleSplit({ expects: who.id, recovered: who.id, recovery }),
    )
    const wrong: [string, object][] = [
      ['expects', { expects: randomBytes(16).toString('base64url') }],
      ['publics', { publics: { ...right.publics, solana: `So${'2'.repeat(40)}` } }],
      ['publics', { publics: { ...right.publics, bip122: `02${'ab'.repeat(32)}` } }],
      ['share', { share: randomBytes(33).toString('base64url') }],
      ['recovered', { recovered: undefined }],
      ['no recovery', { recovery: [] }],
      ['order', { recovery: [...right.recovery].reverse() }],
      [
        'signature',
        { signature: right.signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) },
      ],
    ]
    for (const [at, one] of right.recovery.entries()) {
      for (const field of Object.keys(one)) {
        const bent = {
          ...one,
          [field]: otherThan((one as unknown as Record<string, unknown>)[field]),
        }
        wrong.push([
          `${one.kind} ${field}`,
          { recovery: right.recovery.map((each, i) => (i === at ? bent : each)) },
        ])
      }
    }
    expect(wrong.length).toBeGreaterThan(25)
    const before = await left(who)
    for (const [name, more] of wrong) {
      const { status, code } = await who.call('POST /api/splits', { ...right, ...more })
      // The kind of a way is its shape, too.
      expect([name, status, code]).toEqual([
        name,
        name.endsWith(' kind') ? 400 : 403,
        'vault-refused',
      ])
    }
    // Nor is it another device's, or another account's.
    expect((await other.call('POST /api/splits', right)).status).toBe(403)
    expect(
      (await (await visitor()).call('POST /api/splits', { ...right, expects: null })).status,
    ).toBe(403)
    expect(await left(who)).toEqual({ ...before, devices: 2 })
    expect((await who.call('POST /api/splits', right)).code).toBe('ok')
  })

  test('behavior: garbage, signed by a wallet of one’s own, spoils no recovery', async () => {
    const { who, thief: other } = await thief()
    const recovery = [{ ...samplePassword(), sealed: sealedShare() }]
    const garbage = { expects: who.id, recovered: who.id, recovery }
    expect((await other.split(garbage, 'mine')).answer.status).toBe(403)
    expect(
      (await other.split({ ...garbage, publics: samplePublics('mine') }, 'mine')).answer.status,
    ).toBe(409)
    expect((await other.recover()).share).toBe(who.sent.share)
  })

  test('behavior: a way to recover is listed with the wallet’s word only', async () => {
    const { who } = await thief()
    const foreign = await signedSplit(
      { ...who.of, account: 'another' },
      sampleSplit({ recovery: [{ ...samplePasskey(), sealed: sealedShare() }] }),
    )
    const refused = (await who.split({ expects: who.id, recovery: foreign.recovery })).answer
    expect([refused.status, refused.code]).toEqual([403, 'vault-refused'])
  })

  test('behavior: it takes no device away, deletes nothing, changes no address', async () => {
    const { who, thief: other } = await thief()
    const before = await left(who)
    const tried: readonly [string, object][] = [
      ['POST /api/devices/revoke', { device: who.partition.id }],
      ['POST /api/account/delete', {}],
      ['POST /api/email/change', { email: `${randomUUID()}@evil.example` }],
    ]
    for (const [name, body] of tried) {
      const { status, code } = await other.call(name, body)
      expect([name, status, code]).toEqual([name, 403, 'wallet-unopenable'])
    }
    expect(await left(who)).toEqual(before)
    // Its own place in the list it may give up.
    expect(
      (await other.call('POST /api/devices/revoke', { device: other.partition.id })).code,
    ).toBe('ok')
    expect((await who.call('POST /api/account/delete', {})).code).toBe('ok')
  })

  test('behavior: it uses up no release and no recovery of another device', async () => {
    const { who, thief: other } = await thief()
    for (let at = 0; at < 20; at += 1) {
      expect((await other.recover()).code).toBe('ok')
    }
    expect((await other.recover()).code).toBe('rate-limited')
    const phone = await visitor(who.email)
    expect((await phone.recover()).share).toBe(who.sent.share)
  })
})

describe('the account', () => {
  const change = (who: Awaited<ReturnType<typeof visitor>>, email: string) =>
    who.call('POST /api/email/change', { email })
  const verify = (who: Awaited<ReturnType<typeof visitor>>, challenge: string, code: string) =>
    who.call('POST /api/email/change/verify', { challenge, code })

  test('behavior: another address takes the old one’s code, then the new one’s, and both are told', async () => {
    const who = await owner()
    const wanted = `${randomUUID()}@new.example`
    const first = await change(who, wanted)
    const mails = () => madeVault().sent.filter(({ to }) => to === wanted).length
    expect(mails()).toBe(0)
    const second = await verify(who, first.json.challenge, await madeVault().codeFor(who.email))
    expect((await who.account()).identities[0].label).toBe(who.email)
    expect((await verify(who, first.json.challenge, await madeVault().codeFor(wanted))).code).toBe(
      'code-expired',
    )
    const done = await verify(who, second.json.challenge, await madeVault().codeFor(wanted))
    expect(done.json).toEqual({})
    expect((await who.account()).identities).toEqual([{ kind: 'email', label: wanted }])
    await madeVault().settled()
    const told = madeVault()
      .sent.filter(({ subject }) => subject.includes('was changed'))
      .map(({ to }) => to)
    expect(told.slice(-2).sort()).toEqual([who.email, wanted].sort())
    const { account } = await who.account()
    expect((await (await visitor(wanted)).account()).account).toBe(account)
    expect((await (await visitor(who.email)).account()).account).not.toBe(account)
  })

  test('behavior: an address of somebody else is not taken, and only its owner learns so', async () => {
    const [who, other] = [await owner(), await owner()]
    const first = await change(who, other.email)
    const second = await verify(who, first.json.challenge, await madeVault().codeFor(who.email))
    expect(second.code).toBe('ok')
    const taken = await verify(who, second.json.challenge, await madeVault().codeFor(other.email))
    expect([taken.status, taken.code]).toEqual([409, 'identity-taken'])
    expect((await who.account()).identities[0].label).toBe(who.email)
    expect((await other.account()).identities[0].label).toBe(other.email)
  })

  test('behavior: codes of a change do not sign in, codes of a sign-in change nothing', async () => {
    const who = await owner()
    const { challenge } = (await change(who, `${randomUUID()}@new.example`)).json
    const code = await madeVault().codeFor(who.email)
    const asSignIn = await madeVault().call('POST /api/email/verify', { challenge, code }, who)
    expect(asSignIn.code).toBe('code-expired')
    const start = await madeVault().call(
      'POST /api/email/start',
      { project: 'shop', email: who.email },
      who,
    )
    expect(
      (await verify(who, start.json.challenge, await madeVault().codeFor(who.email))).code,
    ).toBe('code-expired')
  })

  test('behavior: deletion needs a proof of the last ten minutes, and leaves audit lines only', async () => {
    const who = await owner()
    const { account } = await who.account()
    madeVault().clock.at += 10 * minute + 1
    const late = await who.call('POST /api/account/delete', {})
    expect([late.status, late.code]).toEqual([401, 'proof-needed'])
    const token = await madeVault().signIn(who.email, who.partition)
    expect((await madeVault().call('POST /api/account/delete', {}, { ...who, token })).code).toBe(
      'ok',
    )
    expect((await madeVault().call('GET /api/account', undefined, { ...who, token })).code).toBe(
      'proof-needed',
    )
    expect(
      await madeVault().db.select().from(vaultAccounts).where(eq(vaultAccounts.id, account)),
    ).toEqual([])
    expect(
      await madeVault().db.select().from(vaultSplits).where(eq(vaultSplits.accountId, account)),
    ).toEqual([])
    await madeVault().settled()
    const lines = await madeVault()
      .db.select()
      .from(vaultAudit)
      .where(eq(vaultAudit.account, account))
    expect(lines.map(({ what }) => what)).toContain('account-deleted')
    expect((await (await visitor(who.email)).account()).account).not.toBe(account)
  })
})
