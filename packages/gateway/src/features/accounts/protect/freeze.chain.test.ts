import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOperator } from '../../../test/make-operator.ts'
import { newLogin } from '../test/make-logins.ts'
import { type MadeVault, makePartition, makeVault } from '../test/make-vault.ts'
import { samplePasskey, samplePassword, sealedShare } from '../test/sample-split.ts'
import { makeVisitor, type Visitor } from '../test/visitor.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault({}, { hasLogins: true })
})
afterAll(() => made.vault?.close())

const hour = 3_600_000
const password = () => ({ ...samplePassword(), sealed: sealedShare() })
const passkey = () => ({ ...samplePasskey(), sealed: sealedShare() })
const subjects = async (email: string): Promise<readonly string[]> => {
  await madeVault().settled()
  return madeVault()
    .sent.filter(({ to }) => to === email)
    .map(({ subject }) => subject)
}
async function makeOwner(by: Parameters<typeof makeVisitor>[1] = {}) {
  const who = await makeVisitor(madeVault(), by)
  const { answer } = await who.split({ recovery: [password()] })
  return { ...who, made: answer.json.split as string }
}
/** The link of the newest mail. */
async function linkTo(email: string): Promise<string> {
  await madeVault().settled()
  const mail = madeVault().sent.findLast(({ to }) => to === email)
  return /\/p\/stop\/shop#([a-p]{64})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const use = async (link: string) =>
  (await madeVault().call('POST /api/links/use', { link }, { partition: await makePartition() }))
    .code
/** A proof by mail within the session. */
async function prove(who: Visitor): Promise<string> {
  const { json } = await who.call('POST /api/proof/start', {})
  const code = await madeVault().codeFor(who.email)
  return (await who.call('POST /api/proof/verify', { challenge: json.challenge, code })).code
}

describe('a fresh proof', () => {
  test('default: 23 hours after the sign-in an export is refused, after a mailed code it is not, and the mailbox is told', async () => {
    const who = await makeOwner()
    madeVault().clock.at += 23 * hour
    expect((await who.release(who.made, 'export')).code).toBe('proof-needed')
    // What is signed each day needs none.
    expect((await who.release(who.made, 'sign')).code).toBe('ok')
    expect(await prove(who)).toBe('ok')
    expect((await who.release(who.made, 'export')).code).toBe('ok')
    expect((await subjects(who.email)).at(-1)).toContain('The keys of your wallet were exported')
    // The proof makes the session no longer than it was.
    madeVault().clock.at += hour
    expect((await who.release(who.made, 'sign')).code).toBe('proof-needed')
  })

  test('behavior: no way to recover comes or goes without one, and each is told of; a split that changes none needs none', async () => {
    const who = await makeOwner()
    const [kept] = (await who.call('GET /api/account', undefined)).json.methods
    const same = { ...kept, sealed: sealedShare() }
    delete same.createdAt
    madeVault().clock.at += hour
    const added = await who.split({ expects: who.made, recovery: [same, passkey()] })
    expect([added.answer.status, added.answer.code]).toEqual([401, 'proof-needed'])
    expect((await who.split({ expects: who.made, recovery: [] })).answer.code).toBe('proof-needed')
    const anew = await who.split({ expects: who.made, recovery: [same] })
    expect(anew.answer.code).toBe('ok')
    await prove(who)
    const now = await who.split({ expects: anew.answer.json.split, recovery: [same, passkey()] })
    expect(now.answer.code).toBe('ok')
    expect((await subjects(who.email)).at(-1)).toContain('A way to recover your wallet was changed')
  })

  test('behavior: a code for the proof is of this account, this device and this purpose', async () => {
    const [who, other] = [await makeOwner(), await makeOwner()]
    const { json } = await who.call('POST /api/proof/start', {})
    const typed = { challenge: json.challenge, code: await madeVault().codeFor(who.email) }
    expect((await other.call('POST /api/proof/verify', typed)).code).toBe('code-expired')
    // It signs nobody in.
    expect((await madeVault().call('POST /api/email/verify', typed, who)).code).toBe('code-expired')
    expect((await who.call('POST /api/proof/verify', typed)).code).toBe('ok')
    expect((await who.call('POST /api/proof/verify', typed)).code).toBe('code-expired')
    const social = await makeOwner({ subject: randomUUID() })
    expect((await social.call('POST /api/proof/start', {})).code).toBe('recovery-failed')
  })
})

describe('a frozen account', () => {
  test('default: “this was not me” ends every session, and nothing is handed out or changed until the owner ends it', async () => {
    const who = await makeOwner()
    await who.release(who.made, 'export')
    expect(await use(await linkTo(who.email))).toBe('ok')
    expect((await subjects(who.email)).at(-1)).toContain('Your account is frozen')
    expect((await who.release(who.made, 'sign')).code).toBe('proof-needed')
    madeVault().clock.at += hour
    await who.again()
    expect((await who.call('GET /api/account', undefined)).json.frozenAt).toBe(
      madeVault().clock.at - hour,
    )
    const { sent } = await who.split()
    const refused: readonly (readonly [string, unknown])[] = [
      ['POST /api/splits', { ...sent, expects: who.made }],
      ['POST /api/splits/recover', { sealTo: 'B'.repeat(87) }],
      ['POST /api/recovery/pepper', { method: 'm', hash: 'h'.repeat(43) }],
      ['POST /api/devices/revoke', { device: 'another' }],
      ['POST /api/email/change', { email: 'thief@mail.example' }],
      ['POST /api/identities/add', newLogin().body],
      ['POST /api/identities/remove', { kind: 'google', label: 'Ada' }],
      ['POST /api/recovery/ask', {}],
      ['POST /api/account/delete', {}],
    ]
    for (const [name, body] of refused) {
      const { status, code } = await who.call(name, body)
      expect([name, status, code]).toEqual([name, 403, 'account-frozen'])
    }
    for (const operation of ['sign', 'split', 'export'] as const) {
      expect((await who.release(who.made, operation)).code).toBe('account-frozen')
    }
    const out = { account: who.account, split: who.made }
    expect(
      (await madeVault().call('POST /api/way-out', out, { partition: who.partition })).code,
    ).toBe('account-frozen')
    expect((await who.call('POST /api/account/unfreeze', {})).code).toBe('ok')
    expect((await who.release(who.made, 'sign')).code).toBe('ok')
    expect((await subjects(who.email)).at(-1)).toContain('no longer frozen')
  })

  test('behavior: it is ended by a device that holds a share and a fresh proof, never by the mailbox alone', async () => {
    const who = await makeOwner()
    await who.release(who.made, 'export')
    await use(await linkTo(who.email))
    madeVault().clock.at += hour
    const thief = await makeVisitor(madeVault(), { email: who.email })
    expect((await thief.call('POST /api/account/unfreeze', {})).code).toBe('wallet-unopenable')
    expect((await thief.recover()).code).toBe('account-frozen')
    await who.again()
    madeVault().clock.at += hour
    expect((await who.call('POST /api/account/unfreeze', {})).code).toBe('proof-needed')
    await prove(who)
    expect((await who.call('POST /api/account/unfreeze', {})).code).toBe('ok')
  })

  test('behavior: the operator ends it for an owner without a device, by a key that may write', async () => {
    const who = await makeOwner()
    await who.release(who.made, 'export')
    await use(await linkTo(who.email))
    const operator = makeOperator(madeVault().db)
    const path = `/operator/v1/vault/accounts/${who.account}/unfreeze`
    expect((await operator.ask(path, { method: 'POST' })).status).toBe(204)
    await who.again()
    expect((await who.release(who.made, 'sign')).code).toBe('ok')
    expect(
      (await operator.ask(path.replace(who.account, 'nobody'), { method: 'POST' })).status,
    ).toBe(404)
  })

  test('behavior: a link works once, for its own account, for thirty days; used, the others of the account are over', async () => {
    const [who, other] = [await makeOwner(), await makeOwner()]
    await who.release(who.made, 'export')
    const first = await linkTo(who.email)
    await who.release(who.made, 'export')
    const second = await linkTo(who.email)
    expect(first).not.toBe(second)
    expect(await use(second)).toBe('ok')
    expect([await use(first), await use(second), await use('a'.repeat(64))]).toEqual(
      Array(3).fill('vault-refused'),
    )
    expect((await other.release(other.made, 'sign')).code).toBe('ok')
    await other.release(other.made, 'export')
    const old = await linkTo(other.email)
    madeVault().clock.at += 30 * 24 * hour
    expect(await use(old)).toBe('vault-refused')
  })
})

describe('GET /api/account/history', () => {
  test('default: what opened or changed something, dated, with the device; no code, no signature, nobody else’s', async () => {
    const [who, other] = [await makeOwner(), await makeOwner()]
    await madeVault().settled()
    madeVault().clock.at += 1
    await who.release(who.made, 'sign')
    await who.release(who.made, 'export')
    await madeVault().settled()
    const { lines } = (await who.call('GET /api/account/history', undefined)).json
    const told = lines.map(({ what }: { what: string }) => what)
    expect(told[0]).toBe('share-released export')
    expect(new Set(told.slice(1))).toEqual(
      new Set(['split-made', 'recovery-added 1', 'account-made email']),
    )
    expect(lines[0]).toEqual({
      at: madeVault().clock.at,
      what: 'share-released export',
      label: 'Chrome on Linux',
      site: 'https://a.shop.example',
    })
    expect((await other.call('GET /api/account/history', undefined)).json.lines).toHaveLength(3)
  })
})
