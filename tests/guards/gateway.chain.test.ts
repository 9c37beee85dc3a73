import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '../../packages/gateway/src/data/backup/write-backup.ts'
import {
  vaultChallenges,
  vaultMethods,
  vaultRecoveries,
  vaultSplits,
} from '../../packages/gateway/src/data/vault-schema.ts'
import {
  type MadeVault,
  makePartition,
  makeVault,
  makeWorkerKey,
  vaultOrigin,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import {
  samplePassword,
  samplePublics,
  sampleSplit,
  sealedShare,
  signedSplit,
} from '../../packages/gateway/src/features/accounts/test/sample-split.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

const minute = 60_000
const fresh = (): string => `${randomUUID()}@mail.example`
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function start(email = fresh()) {
  const partition = await makePartition()
  const asked = await madeVault().call(
    'POST /api/email/start',
    { project: 'shop', email },
    { partition },
  )
  const challenge: string = asked.json.challenge
  const verify = (code: string, more: { challenge?: string; by?: typeof partition } = {}) =>
    madeVault().call(
      'POST /api/email/verify',
      { challenge: more.challenge ?? challenge, code },
      { partition: more.by ?? partition },
    )
  return { email, partition, challenge, code: await madeVault().codeFor(email), verify }
}

/** Somebody with a wallet and a password for it. */
async function owner(email = fresh()) {
  const partition = await makePartition()
  const token = await madeVault().signIn(email, partition)
  const call = (name: string, body: unknown, more: object = {}) =>
    madeVault().call(name, body, { partition, token, ...more })
  const of = {
    account: (await call('GET /api/account', undefined)).json.account as string,
    device: partition.id,
  }
  const sent = await signedSplit(
    of,
    sampleSplit({ recovery: [{ ...samplePassword(), sealed: sealedShare() }] }),
  )
  const { split } = (await call('POST /api/splits', sent)).json
  return { email, partition, token, of, call, sent, share: sent.share, split: split as string }
}
const key = await makeWorkerKey()
const releaseOf = (split: string) => ({
  split,
  sealTo: key.sealTo,
  operation: 'sign',
  payload: 'ab'.repeat(32),
})
const release = 'POST /api/splits/release'

const codes: readonly Attempt[] = [
  [
    'a sixth try is the right one',
    ['code-tries'],
    async () => {
      const { code, verify } = await start()
      for (let at = 0; at < 5; at += 1) {
        await verify(otherThan(code))
      }
      return (await verify(code)).status === 200
    },
  ],
  [
    'an eleventh failure of a day is followed by the right code',
    ['code-failures'],
    async () => {
      const email = fresh()
      // Two mails, each of which may be tried five times: a day has few mails, too.
      for (let mail = 0; mail < 2; mail += 1) {
        const { code, verify } = await start(email)
        for (let at = 0; at < 5; at += 1) {
          await verify(otherThan(code))
        }
      }
      const { code, verify } = await start(email)
      return (await verify(code)).status === 200
    },
  ],
  [
    'a code that was seen is typed on another device',
    ['code-device'],
    async () => {
      const { code, verify } = await start()
      return (await verify(code, { by: await makePartition() })).status === 200
    },
  ],
  [
    'a code is used twice',
    ['code-open', 'code-use'],
    async () => {
      const { code, verify } = await start()
      await verify(code)
      return (await verify(code)).status === 200
    },
  ],
  [
    'a code is used after its ten minutes',
    ['code-time'],
    async () => {
      const { code, verify } = await start()
      madeVault().clock.at += 10 * minute + 1
      return (await verify(code)).status === 200
    },
  ],
  [
    'a code of one challenge opens another, by a hand in the database',
    ['code-bound'],
    async () => {
      const [own, victims] = [await start(), await start()]
      const [row] = await madeVault()
        .db.select()
        .from(vaultChallenges)
        .where(eq(vaultChallenges.id, own.challenge))
      await madeVault()
        .db.update(vaultChallenges)
        .set({ codeHash: row?.codeHash ?? '', device: own.partition.id })
        .where(eq(vaultChallenges.id, victims.challenge))
      return (await own.verify(own.code, { challenge: victims.challenge })).status === 200
    },
  ],
  [
    'the code for a change of address signs in',
    ['code-purpose'],
    async () => {
      const { email, call, partition } = await owner()
      const { json } = await call('POST /api/email/change', { email: fresh() })
      const typed = { challenge: json.challenge, code: await madeVault().codeFor(email) }
      return (await madeVault().call('POST /api/email/verify', typed, { partition })).status === 200
    },
  ],
  [
    'who has the first mail of a known account signs a new device in',
    ['second-mail'],
    async () => {
      const { email } = await owner()
      madeVault().clock.at += 11 * minute
      const { code, verify } = await start(email)
      return (await verify(code)).json.state === 'signed-in'
    },
  ],
]

const calls: readonly Attempt[] = [
  [
    'a page of another site has a visitor’s browser ask for mails',
    ['call-site'],
    async () => {
      const partition = await makePartition()
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const body = { project: 'shop', email: fresh() }
      return (
        (await madeVault().call('POST /api/email/start', body, { partition, headers })).status ===
        200
      )
    },
  ],
  [
    'a name of somebody else’s leads to the vault (DNS rebinding)',
    ['call-host'],
    async () => {
      const { call } = await owner()
      return (
        (await call('GET /api/account', undefined, { headers: { host: 'evil.example' } }))
          .status === 200
      )
    },
  ],
  [
    'a proof that was seen is sent again',
    ['proof-used'],
    async () => {
      const { call, partition, token } = await owner()
      const asked = { method: 'GET', url: `${vaultOrigin}/api/account`, body: '', token }
      const proof = await partition.prove(asked, madeVault().clock.at)
      await call('GET /api/account', undefined, { proof })
      return (await call('GET /api/account', undefined, { proof })).status === 200
    },
  ],
  [
    'the proof of one payload releases a share for another',
    ['proof-body'],
    async () => {
      const { call, partition, token, split } = await owner()
      const body = JSON.stringify({ ...releaseOf(split), payload: '00'.repeat(32) })
      const asked = { method: 'POST', url: `${vaultOrigin}/api/splits/release`, body, token }
      const proof = await partition.prove(asked, madeVault().clock.at)
      return (await call(release, releaseOf(split), { proof })).status === 200
    },
  ],
  [
    'the proof of one call is used for another',
    ['proof-call'],
    async () => {
      const { call, partition, token } = await owner()
      const asked = { method: 'POST', url: `${vaultOrigin}/api/session/refresh`, body: '{}', token }
      const proof = await partition.prove(asked, madeVault().clock.at)
      return (await call('POST /api/account/delete', {}, { proof })).status === 200
    },
  ],
  [
    'a proof is kept for later',
    ['proof-time'],
    async () => {
      const { call, partition, token } = await owner()
      const asked = { method: 'GET', url: `${vaultOrigin}/api/account`, body: '', token }
      const proof = await partition.prove(asked, madeVault().clock.at)
      madeVault().clock.at += 2 * minute
      return (await call('GET /api/account', undefined, { proof })).status === 200
    },
  ],
  [
    'a proof without a token is sent beside one',
    ['proof-token'],
    async () => {
      const { call, partition } = await owner()
      const asked = { method: 'GET', url: `${vaultOrigin}/api/account`, body: '' }
      const proof = await partition.prove(asked, madeVault().clock.at)
      return (await call('GET /api/account', undefined, { proof })).status === 200
    },
  ],
  [
    'a stolen token is used with the thief’s key',
    ['session-device'],
    async () => {
      const { call } = await owner()
      return (
        (await call('GET /api/account', undefined, { partition: await makePartition() })).status ===
        200
      )
    },
  ],
  [
    'a token is guessed from the id that the database holds',
    ['session-secret'],
    async () => {
      const { call, token } = await owner()
      const id = Buffer.from(token, 'base64url').subarray(0, 16)
      const guess = Buffer.concat([id, randomBytes(16)]).toString('base64url')
      return (await call('GET /api/account', undefined, { token: guess })).status === 200
    },
  ],
]

const shares: readonly Attempt[] = [
  [
    'a share is released after the hours of the last proof',
    ['session-hours'],
    async () => {
      const { call, split } = await owner()
      madeVault().clock.at += 25 * 60 * minute
      return (await call(release, releaseOf(split))).status === 200
    },
  ],
  [
    'a share is released to a device that was revoked',
    ['session-revoked', 'split-own'],
    async () => {
      const lost = await owner()
      // Another's removal takes a share (`require-share.ts`); one's own does not.
      await lost.call('POST /api/devices/revoke', { device: lost.partition.id })
      return (await lost.call(release, releaseOf(lost.split))).status === 200
    },
  ],
  [
    'the share of one device is released to another of the account',
    ['split-own'],
    async () => {
      const { email, split } = await owner()
      const partition = await makePartition()
      madeVault().clock.at += 11 * minute
      const token = await madeVault().signIn(email, partition)
      return (
        (await madeVault().call(release, releaseOf(split), { partition, token })).status === 200
      )
    },
  ],
  [
    'the share of one account is released to another',
    ['split-own', 'key-context'],
    async () => {
      const { split } = await owner()
      return (await (await owner()).call(release, releaseOf(split))).status === 200
    },
  ],
  [
    'the share of one account lies in the row of another, by a hand in the database',
    ['key-context'],
    async () => {
      const [victim, thief] = [await owner(), await owner()]
      const [row] = await madeVault()
        .db.select()
        .from(vaultSplits)
        .where(eq(vaultSplits.id, thief.split))
      await madeVault()
        .db.update(vaultSplits)
        .set({ share: row?.share ?? '' })
        .where(eq(vaultSplits.id, victim.split))
      return (await victim.call(release, releaseOf(victim.split))).status === 200
    },
  ],
  [
    'the public keys of an account are swapped for others',
    ['split-publics'],
    async () => {
      const { call, of, split } = await owner()
      const other = await signedSplit(
        of,
        sampleSplit({ expects: split, publics: samplePublics('other') }),
        'other',
      )
      return (await call('POST /api/splits', other)).status === 200
    },
  ],
  [
    'a split that the wallet has not signed takes the place of its own',
    ['split-signed'],
    async () => {
      const { call, of, split } = await owner()
      const forged = await signedSplit(of, sampleSplit({ expects: split }), 'thief')
      return (await call('POST /api/splits', forged)).status === 200
    },
  ],
  [
    'a password is guessed by asking for its pepper without end',
    ['pepper-lock'],
    async () => {
      const { call } = await owner()
      const guess = (at: number) =>
        call('POST /api/recovery/pepper', { method: 'salt', hash: `guess-${at}`.padEnd(43, '.') })
      for (let at = 0; at < 20; at += 1) {
        await guess(at)
      }
      return (await guess(20)).status === 200
    },
  ],
  [
    'a stolen database holds shares that can be read',
    ['share-sealed'],
    async () => {
      const { share } = await owner()
      return (await dump()).includes(share)
    },
  ],
  [
    'a stolen database holds codes that can be read',
    ['code-hash'],
    async () => {
      const { code } = await start()
      return (await dump()).includes(Buffer.from(code.padEnd(32, '.')).toString('base64url'))
    },
  ],
]

const recoveryOf = ({ of, split }: Awaited<ReturnType<typeof owner>>) => ({
  account: of.account,
  split,
})
const isHanded = async (own: object, partition: Awaited<ReturnType<typeof makePartition>>) =>
  (await madeVault().call('POST /api/way-out', own, { partition })).status === 200

/** Without a session: the device alone is proved. */
const wayOut: readonly Attempt[] = [
  [
    'the recovery share is handed to a stranger who names the account',
    ['way-out-known', 'way-out-device'],
    async () => isHanded(recoveryOf(await owner()), await makePartition()),
  ],
  [
    'the recovery share of one device is handed to another of the account',
    ['way-out-device'],
    async () => {
      const who = await owner()
      const partition = await makePartition()
      madeVault().clock.at += 11 * minute
      await madeVault().signIn(who.email, partition)
      return isHanded(recoveryOf(who), partition)
    },
  ],
  [
    'a removed device is handed its recovery share',
    ['way-out-revoked', 'way-out-device'],
    async () => {
      const who = await owner()
      await who.call('POST /api/devices/revoke', { device: who.partition.id })
      return isHanded(recoveryOf(who), who.partition)
    },
  ],
  [
    'what the operator keeps is handed to a device that has not signed in',
    ['way-out-operator'],
    async () => {
      const who = await owner()
      const id = randomBytes(16).toString('base64url')
      await madeVault()
        .db.insert(vaultMethods)
        .values({ id, accountId: who.of.account, method: { kind: 'operator' }, createdAt: 0 })
      await madeVault()
        .db.insert(vaultRecoveries)
        .values({ splitId: who.split, methodId: id, sealed: sealedShare() })
      const { json } = await madeVault().call('POST /api/way-out', recoveryOf(who), {
        partition: who.partition,
      })
      return json.methods.some(({ kind }: { kind: string }) => kind === 'operator')
    },
  ],
  [
    'a password is guessed without a session, without end',
    ['pepper-lock'],
    async () => {
      const who = await owner()
      const { salt } = who.sent.recovery[0] as { salt: string }
      const guess = (at: number) => ({
        ...recoveryOf(who),
        method: salt,
        hash: `guess-${at}`.padEnd(43, '.'),
      })
      const ask = (at: number) =>
        madeVault().call('POST /api/way-out/pepper', guess(at), { partition: who.partition })
      for (let at = 0; at < 20; at += 1) {
        await ask(at)
      }
      return (await ask(20)).status === 200
    },
  ],
  [
    'the pepper of anything is asked without a session',
    ['way-out-password'],
    async () => {
      const who = await owner()
      const asked = { ...recoveryOf(who), method: 'anything', hash: 'h'.repeat(43) }
      return (
        (await madeVault().call('POST /api/way-out/pepper', asked, { partition: who.partition }))
          .status === 200
      )
    },
  ],
  [
    'the recovery share is asked for all day',
    ['way-out-asks'],
    async () => {
      const who = await owner()
      for (let at = 0; at < 20; at += 1) {
        await isHanded(recoveryOf(who), who.partition)
      }
      return isHanded(recoveryOf(who), who.partition)
    },
  ],
]

async function dump(): Promise<string> {
  const lines: string[] = []
  await writeBackup(madeVault().db, async (line) => void lines.push(line))
  return lines.join('\n')
}

describe('codes', () => {
  test.each(codes)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: the right code, in time, on its device', async () => {
    const { code, verify } = await start()
    expect((await verify(code)).json.state).toBe('signed-in')
  })
})

describe('calls', () => {
  test.each(calls)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('shares', () => {
  test.each(shares)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test.each(wayOut)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: a device gets its own', async () => {
    const { call, split, share } = await owner()
    const { sealed } = (await call(release, releaseOf(split))).json
    expect((await key.open(sealed)).toString('base64url')).toBe(share)
  })
})
