import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '../../data/backup/write-backup.ts'
import { queryRows } from '../../data/migrations.ts'
import { confirmRequest } from '../operator/vault-requests.ts'
import { keyFile } from './keys/key-file.ts'
import { openAuth } from './open-auth.ts'
import { type MadeVault, makePartition, makeVault, makeWorkerKey } from './test/make-vault.ts'
import { samplePassword, sampleSplit, signedSplit } from './test/sample-split.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
const email = `${randomUUID()}@mail.example`
/** Whatever of it turns up is a leak. */
const secrets: Record<string, string> = {}
const shares = { device: randomBytes(33), operator: randomBytes(33) }

/** Spellings in which a secret may lie somewhere. */
function spellings(secret: string): readonly string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url')]
  return [
    secret,
    ...bytes.flatMap((one) => [
      one.toString('hex'),
      one.toString('base64').replace(/=+$/, ''),
      one.toString('base64url'),
    ]),
  ]
}

function leaks(text: string): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spellings(secret).some((one) => one.length > 5 && text.includes(one)) ? [name] : [],
  )
}

async function dump(): Promise<string> {
  const lines: string[] = []
  await writeBackup(madeVault().db, async (line) => void lines.push(line))
  return lines.join('\n')
}

beforeAll(async () => {
  made.vault = await makeVault({ recoveryByOperator: true })
  const partition = await makePartition()
  const site = 'https://a.shop.example'
  // One code that is used, and one that waits.
  const asked = await madeVault().call(
    'POST /api/email/start',
    { project: 'shop', email, site },
    { partition },
  )
  secrets.code = await madeVault().codeFor(email)
  const body = { challenge: asked.json.challenge, code: secrets.code }
  const proved = await madeVault().call('POST /api/email/verify', body, { partition })
  const { token } = proved.json.session
  secrets.token = token
  const refreshed = await madeVault().call('POST /api/session/refresh', {}, { partition, token })
  secrets.refreshed = refreshed.json.token
  // The first half of a token is its session's id, which the database does hold.
  for (const name of ['token', 'refreshed']) {
    secrets[`${name} secret`] = Buffer.from(secrets[name] ?? '', 'base64url')
      .subarray(16)
      .toString('base64url')
  }
  secrets.share = shares.device.toString('base64url')
  secrets.operatorShare = shares.operator.toString('base64url')
  const recovery = [
    { ...samplePassword(), sealed: randomBytes(114).toString('base64url') },
    { kind: 'operator', sealed: secrets.operatorShare } as const,
  ]
  const call = (name: string, sent: unknown) =>
    madeVault().call(name, sent, { partition, token: secrets.refreshed as string })
  const asker = { partition, token: secrets.refreshed as string }
  const { account } = (await madeVault().call('GET /api/account', undefined, asker)).json
  const signed = await signedSplit(
    { account, device: partition.id },
    sampleSplit({ share: secrets.share, recovery }),
  )
  const { split } = (await call('POST /api/splits', signed)).json
  const key = await makeWorkerKey()
  const release = { split, sealTo: key.sealTo, operation: 'sign', payload: '0f'.repeat(32) }
  await call('POST /api/splits/release', release)
  // The operator's share is handed to a device without one, once it has waited and was confirmed.
  const other = await makePartition()
  madeVault().clock.at += 3_600_000
  let session = await madeVault().signIn(email, other)
  const again = (name: string, sent: unknown) =>
    madeVault().call(name, sent, { partition: other, token: session })
  await again('POST /api/recovery/ask', {})
  const { requests } = (await again('GET /api/account', undefined)).json
  await confirmRequest(madeVault().db, requests[0].number)
  madeVault().clock.at += 72 * 3_600_000
  session = await madeVault().signIn(email, other)
  const got = await again('POST /api/splits/recover', { sealTo: key.sealTo })
  const operator = got.json.methods.find(({ kind }: { kind: string }) => kind === 'operator')
  expect(await key.open(operator.sealed, 'recovery')).toEqual(shares.operator)
  secrets.hash = randomBytes(32).toString('base64url')
  secrets.pepper = (
    await again('POST /api/recovery/pepper', { method: 'm', hash: secrets.hash })
  ).json.key
  await madeVault().call(
    'POST /api/email/start',
    { project: 'shop', email },
    { partition: await makePartition() },
  )
  secrets.waiting = await madeVault().codeFor(email)
  // What fails is logged, too.
  await madeVault().call(
    'POST /api/email/verify',
    { ...body, code: secrets.waiting },
    { partition },
  )
  await again('POST /api/splits/release', { ...release, split: 'x', secret: secrets.share })
  await madeVault().settled()
})
afterAll(() => made.vault?.close())

describe('what is stolen', () => {
  test('behavior: the database alone holds no share, code, token or pepper, in no spelling', async () => {
    const text = await dump()
    const views = await queryRows(madeVault().db, sql`select count(*)::int as n from vault_audit`)
    expect(Number(views[0]?.n)).toBeGreaterThan(5)
    expect(text).toContain('vault_splits')
    // Binary columns are dumped as hex, texts as they are: both are looked for.
    expect(leaks(text)).toEqual([])
    const planted = leaks(`${text}${shares.device.toString('hex')}`)
    expect(planted).toEqual(['share'])
  })

  test('behavior: the key file alone holds none of it either; another key opens nothing', async () => {
    const path = join(madeVault().folder, 'vault.key')
    const text = readFileSync(path, 'utf8')
    expect(leaks(text)).toEqual([])
    expect(await dump()).not.toContain(JSON.parse(text).keys[1])
    const other = keyFile(join(madeVault().folder, 'other.key'))
    const [row] = await queryRows(
      madeVault().db,
      sql`select id, account_id, share from vault_splits`,
    )
    const context = JSON.stringify(['sign-in', row?.account_id, row?.id])
    const sealed = Buffer.from(String(row?.share), 'base64url')
    await expect(other.open(sealed, context)).rejects.toThrow()
    expect(Buffer.from(await keyFile(path).open(sealed, context))).toEqual(shares.device)
    const { db, log, origin } = madeVault()
    const options = {
      db,
      log,
      origin,
      deliver: async () => undefined,
      signInHours: 24,
      mailsPerAddress: 3,
    }
    await expect(openAuth({ ...options, keys: other })).rejects.toThrow()
    const { pepper } = await openAuth({ ...options, keys: keyFile(path) })
    expect(pepper('x')).toEqual(madeVault().pepper('x'))
  })

  test('behavior: the log knows no secret and no address', () => {
    const text = madeVault().logged.join('\n')
    expect(madeVault().logged.length).toBeGreaterThan(8)
    expect(leaks(text)).toEqual([])
    expect(text).not.toContain(email)
    expect(text).not.toContain('203.0.113.7')
    expect(leaks(`${text} ${secrets.token}`)).toContain('token')
  })
})
