import { randomBytes, randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnswer } from '../../apps/vault/src/api/is-answer.ts'
import { vaultAudit } from '../../packages/gateway/src/data/vault-schema.ts'
import { maxRequests } from '../../packages/gateway/src/features/accounts/protect/requests.ts'
import { newLogin } from '../../packages/gateway/src/features/accounts/test/make-logins.ts'
import {
  type MadeVault,
  makePartition,
  makeVault,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import { sampleKey } from '../../packages/gateway/src/features/accounts/test/sample-key.ts'
import {
  samplePasskey,
  samplePassword,
  sealedShare,
} from '../../packages/gateway/src/features/accounts/test/sample-split.ts'
import {
  makeVisitor,
  operatorMethod,
  type Visitor,
} from '../../packages/gateway/src/features/accounts/test/visitor.ts'
import { confirmRequest } from '../../packages/gateway/src/features/operator/vault-requests.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true }, { hasLogins: true })
})
afterAll(() => made.vault?.close())

const hour = 3_600_000
const google = (subject: string) =>
  ({ kind: 'google', issuer: 'https://accounts.google.com', subject, label: 'Ada' }) as const

/** Sign-ins of somebody with the social account, each on a device of its own. */
async function signInOften(subject: string, times: number): Promise<void> {
  const device = {
    project: 'shop',
    site: 'https://a.shop.example',
    label: 'Chrome',
    caller: '203.0.113.7',
  }
  for (let at = 0; at < times; at += 1) {
    madeVault().clock.at += 1_000
    const id = `thief-${at}`.padEnd(43, '-')
    await madeVault().accounts.prove(google(subject), { ...device, id })
  }
}

/** An owner with a wallet, a password for it, and a share that the operator keeps. */
async function makeOwner(by: Parameters<typeof makeVisitor>[1] = {}) {
  const who = await makeVisitor(madeVault(), by)
  const password = { ...samplePassword(), sealed: sealedShare() }
  const { sent, answer } = await who.split({ recovery: [password, operatorMethod()] })
  return { ...who, sent, made: answer.json.split as string }
}
/** Somebody with the mailbox, on a device of theirs. */
async function thiefOf({ email }: Visitor): Promise<Visitor> {
  madeVault().clock.at += hour
  return makeVisitor(madeVault(), { email })
}
const numberOf = async (who: Visitor): Promise<string> =>
  (await who.call('GET /api/account', undefined)).json.requests[0].number
const asks = (who: Visitor) => who.call('POST /api/recovery/ask', {})
const isHanded = async (who: Visitor): Promise<boolean> =>
  (await who.recover()).byOperator !== undefined
/** Begins to add a Google account. */
const linksGoogle = (who: Visitor) =>
  who.call('POST /api/identities/add', { ...newLogin().body, site: 'https://a.shop.example' })
/** Whether the account is at another address afterwards. @param old - its own, whose code comes first */
async function changesAddress(who: Visitor, old: readonly string[]): Promise<boolean> {
  const email = `${randomUUID()}@thief.example`
  const step = { answer: await who.call('POST /api/email/change', { email }) }
  for (const mailbox of [...old, email]) {
    if (step.answer.status !== 200) return false
    const { challenge } = step.answer.json as { readonly challenge: string }
    const typed = { challenge, code: await madeVault().codeFor(mailbox) }
    step.answer = await who.call('POST /api/email/change/verify', typed)
  }
  return step.answer.status === 200
}
/** Freezes the account by the link of a notice. */
async function freeze(who: Awaited<ReturnType<typeof makeOwner>>): Promise<void> {
  await who.again()
  await who.release(who.made, 'export')
  await madeVault().settled()
  const mail = madeVault().sent.findLast(
    ({ to, text }) => to === who.email && text.includes('/p/stop/'),
  )
  const [, link] = /#([a-p]{64})/.exec(mail?.text ?? '') ?? []
  const { code } = await madeVault().call(
    'POST /api/links/use',
    { link },
    { partition: await makePartition() },
  )
  expect(code).toBe('ok')
}

/** An owner with a passkey, who signed in an hour ago. */
async function withKey() {
  const who = await makeVisitor(madeVault())
  const key = await sampleKey('passkey')
  const { answer } = await who.split({ recovery: [key.method] })
  madeVault().clock.at += hour
  return { ...who, key, made: answer.json.split as string }
}
async function keyed(who: Visitor) {
  const { json } = await who.call('POST /api/proof/keys', {})
  return {
    challenge: json.challenge as string,
    method: json.methods[0] as { id: string; sealed: string },
  }
}

const signIns: readonly Attempt[] = [
  [
    'somebody with the mailbox is handed what the operator keeps at once',
    ['operator-asked'],
    async () => isHanded(await thiefOf(await makeOwner())),
  ],
  [
    'it is handed out before the waiting time is over',
    ['operator-waits'],
    async () => {
      const thief = await thiefOf(await makeOwner())
      await asks(thief)
      await confirmRequest(madeVault().db, await numberOf(thief))
      madeVault().clock.at += 71 * hour
      await thief.again()
      return isHanded(thief)
    },
  ],
  [
    'it is handed out for a request that the operator has not confirmed',
    ['operator-confirms'],
    async () => {
      const thief = await thiefOf(await makeOwner())
      await asks(thief)
      madeVault().clock.at += 73 * hour
      await thief.again()
      return isHanded(thief)
    },
  ],
  [
    'a thief stops the request of the owner’s new device',
    ['request-stop'],
    async () => {
      const first = await makeOwner()
      const [fresh, thief] = [await thiefOf(first), await thiefOf(first)]
      await asks(fresh)
      await thief.call('POST /api/recovery/stop', { device: fresh.partition.id })
      return (await fresh.call('GET /api/account', undefined)).json.requests === undefined
    },
  ],
  [
    'it removes the devices that hold the wallet',
    ['share-revoke'],
    async () => {
      const who = await makeOwner()
      const thief = await thiefOf(who)
      await thief.call('POST /api/devices/revoke', { device: who.partition.id })
      await who.again()
      return (await who.release(who.made, 'sign')).status !== 200
    },
  ],
  [
    'it deletes the account',
    ['share-delete'],
    async () => {
      const thief = await thiefOf(await makeOwner())
      return (await thief.call('POST /api/account/delete', {})).status === 200
    },
  ],
  [
    'it moves the account to an address of its own',
    ['share-address', 'share-address-code'],
    async () => {
      const who = await makeOwner()
      return changesAddress(await thiefOf(who), [who.email])
    },
  ],
  [
    'it adds a way to sign in of its own',
    ['share-identities'],
    async () => (await linksGoogle(await thiefOf(await makeOwner()))).status === 200,
  ],
  [
    'a thief ends it by signing in on sixty devices',
    ['request-kept'],
    async () => {
      const subject = randomUUID()
      await makeOwner({ subject })
      const fresh = await makeVisitor(madeVault(), { subject })
      await asks(fresh)
      await signInOften(subject, 60)
      const first = await fresh.call('GET /api/account', undefined)
      return first.json.requests === undefined
    },
  ],
  [
    'a thief asks on one device after another, and the operator’s list has no end',
    ['request-cap'],
    async () => {
      const subject = randomUUID()
      const who = await makeOwner({ subject })
      for (let at = 0; at <= maxRequests; at += 1) {
        await asks(await makeVisitor(madeVault(), { subject }))
      }
      const { requests } = (await who.call('GET /api/account', undefined)).json
      return requests.length > maxRequests
    },
  ],
]

const devices: readonly Attempt[] = [
  [
    'the keys are exported hours after the sign-in',
    ['fresh-export'],
    async () => {
      const who = await makeOwner()
      madeVault().clock.at += 23 * hour
      return (await who.release(who.made, 'export')).status === 200
    },
  ],
  [
    'a way to recover is added hours after the sign-in',
    ['fresh-recovery'],
    async () => {
      const who = await makeOwner()
      madeVault().clock.at += 23 * hour
      const recovery = [{ ...samplePasskey(), sealed: sealedShare() }]
      return (await who.split({ expects: who.made, recovery })).answer.status === 200
    },
  ],
  [
    'they are exported after a proof in which nothing was opened',
    ['key-proof'],
    async () => {
      const who = await withKey()
      const { challenge, method } = await keyed(who)
      const guessed = randomBytes(32).toString('base64url')
      await who.call('POST /api/proof/keys/verify', {
        challenge,
        method: method.id,
        opened: guessed,
      })
      return (await who.release(who.made, 'export')).status === 200
    },
  ],
  [
    'a proof that was seen is used once more, an hour later',
    ['key-proof-session', 'key-proof-time'],
    async () => {
      const who = await withKey()
      const { challenge, method } = await keyed(who)
      const proof = { challenge, method: method.id, opened: await who.key.open(method.sealed) }
      await who.call('POST /api/proof/keys/verify', proof)
      madeVault().clock.at += hour
      await who.call('POST /api/proof/keys/verify', proof)
      return (await who.release(who.made, 'export')).status === 200
    },
  ],
  [
    'the passkey of somebody else proves it',
    ['key-proof-session', 'key-proof-own'],
    async () => {
      const [who, thief] = [await withKey(), await withKey()]
      const { challenge, method } = await keyed(thief)
      const opened = await thief.key.open(method.sealed)
      await who.call('POST /api/proof/keys/verify', { challenge, method: method.id, opened })
      return (await who.release(who.made, 'export')).status === 200
    },
  ],
  [
    'texts to open are asked for without end',
    ['key-proof-rate'],
    async () => {
      const who = await withKey()
      for (let at = 0; at < 20; at += 1) {
        await who.call('POST /api/proof/keys', {})
      }
      return (await who.call('POST /api/proof/keys', {})).status === 200
    },
  ],
  [
    'it adds a way to sign in hours after the sign-in',
    ['fresh-identities'],
    async () => {
      const who = await makeOwner()
      madeVault().clock.at += hour
      return (await linksGoogle(who)).status === 200
    },
  ],
  [
    'it deletes the account hours after the sign-in',
    ['fresh-delete'],
    async () => {
      const who = await makeOwner()
      madeVault().clock.at += hour
      return (await who.call('POST /api/account/delete', {})).status === 200
    },
  ],
  [
    'it gives an account without an address one of its own, hours after the sign-in',
    ['fresh-first-address'],
    async () => {
      const who = await makeOwner({ subject: randomUUID() })
      madeVault().clock.at += hour
      return changesAddress(who, [])
    },
  ],
  [
    'the device goes on with its session after the owner froze the account',
    ['frozen-sessions', 'frozen-calls'],
    async () => {
      const who = await makeOwner()
      await freeze(who)
      return (await who.release(who.made, 'sign')).status === 200
    },
  ],
  [
    'it ends the freeze without proving anything',
    ['fresh-unfreeze'],
    async () => {
      const who = await makeOwner()
      await freeze(who)
      await who.again()
      madeVault().clock.at += hour
      return (await who.call('POST /api/account/unfreeze', {})).status === 200
    },
  ],
  [
    'it takes the keys along from a frozen account',
    ['frozen-way-out'],
    async () => {
      const who = await makeOwner()
      await freeze(who)
      const own = { account: who.account, split: who.made }
      return (
        (await madeVault().call('POST /api/way-out', own, { partition: who.partition })).status ===
        200
      )
    },
  ],
]

const frozen: readonly Attempt[] = [
  [
    'somebody signs in anew and recovers from a frozen account',
    ['frozen-calls'],
    async () => {
      const who = await makeOwner()
      await freeze(who)
      return (await (await thiefOf(who)).recover()).status === 200
    },
  ],
  [
    'somebody freezes it by the sign-in alone',
    ['share-freeze'],
    async () => {
      const who = await makeOwner()
      await (await thiefOf(who)).call('POST /api/account/freeze', {})
      await who.again()
      return (await who.release(who.made, 'sign')).status === 403
    },
  ],
  [
    'somebody ends the freeze by the mailbox alone',
    ['share-unfreeze'],
    async () => {
      const who = await makeOwner()
      await freeze(who)
      return (await (await thiefOf(who)).call('POST /api/account/unfreeze', {})).status === 200
    },
  ],
]

const rows: readonly Attempt[] = [
  [
    'by sign-ins alone the owner’s devices are a list longer than the vault takes',
    ['device-cap'],
    async () => {
      const subject = randomUUID()
      const who = await makeOwner({ subject })
      const before = (await who.call('GET /api/account', undefined)).json.devices.length
      await signInOften(subject, 80)
      const { json } = await who.call('GET /api/account', undefined)
      expect(isAnswer('GET /api/account', json)).toBe(true)
      return json.devices.length - before > 50
    },
  ],
  [
    'a stranger has a line of the audit for each refused call',
    ['audit-refusals'],
    async () => {
      const email = `${randomUUID()}@mail.example`
      const partition = await makePartition()
      const lines = async () => {
        await madeVault().settled()
        const isIt = eq(vaultAudit.device, partition.id)
        return (await madeVault().db.select({ n: count() }).from(vaultAudit).where(isIt))[0]?.n ?? 0
      }
      for (let at = 0; at < 90; at += 1) {
        await madeVault().call('POST /api/email/start', { project: 'shop', email }, { partition })
      }
      return (await lines()) > 80
    },
  ],
]

describe('whoever has the sign-in', () => {
  test.each(signIns)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('whoever is at the unlocked device', () => {
  test.each(devices)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('a frozen account', () => {
  test.each(frozen)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('what strangers leave', () => {
  test.each(rows)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})
