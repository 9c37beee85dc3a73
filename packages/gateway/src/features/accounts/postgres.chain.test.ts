import type { StoredRecovery } from '@latchkey/protocol/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import { takePepperAttempt } from './splits/pepper-lock.ts'
import { type MadeVault, makePartition, makeVault, makeWorkerKey } from './test/make-vault.ts'
import { samplePassword, sampleSplit, sealedShare, signedSplit } from './test/sample-split.ts'

const made: { server?: PostgresServer; vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.server = await startPostgres()
  made.vault = await makeVault({}, { url: (await made.server.createDatabase()) as string })
})
afterAll(async () => {
  await made.vault?.close()
  await made.server?.stop()
})

describe('embedded wallets on PostgreSQL', () => {
  test('default: everything that is kept, from the first code to deletion', async () => {
    const email = 'ada@mail.example'
    const [laptop, phone] = [await makePartition(), await makePartition()]
    const token = await madeVault().signIn(email, laptop)
    const first = { partition: laptop, token }
    const rotated = (await madeVault().call('POST /api/session/refresh', {}, first)).json.token
    const one = { partition: laptop, token: rotated }
    const recovery = [{ ...samplePassword(), sealed: sealedShare() }]
    const { account: id } = (await madeVault().call('GET /api/account', undefined, one)).json
    const sent = await signedSplit({ account: id, device: laptop.id }, sampleSplit({ recovery }))
    const splits = await Promise.all(
      [1, 2, 3].map(() => madeVault().call('POST /api/splits', sent, one)),
    )
    expect(splits.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const two = { partition: phone, token: await madeVault().signIn(email, phone) }
    const key = await makeWorkerKey()
    const got = await madeVault().call('POST /api/splits/recover', { sealTo: key.sealTo }, two)
    expect((await key.open(got.json.sealed)).toString('base64url')).toBe(sent.share)
    const used = got.json.split as string
    const again = got.json.methods.map((method: StoredRecovery) => ({
      ...method,
      sealed: sealedShare(),
    }))
    const more = { expects: used, recovered: used, recovery: again }
    const next = await signedSplit({ account: id, device: phone.id }, sampleSplit(more))
    const { split } = (await madeVault().call('POST /api/splits', next, two)).json
    const release = { split, sealTo: key.sealTo, operation: 'sign', payload: '0f'.repeat(32) }
    const released = await madeVault().call('POST /api/splits/release', release, two)
    expect((await key.open(released.json.sealed)).toString('base64url')).toBe(next.share)
    await madeVault().call('POST /api/devices/revoke', { device: laptop.id }, two)
    expect((await madeVault().call('GET /api/account', undefined, one)).code).toBe('device-revoked')
    const account = (await madeVault().call('GET /api/account', undefined, two)).json
    expect(account).toMatchObject({
      split,
      newest: split,
      methods: [{ kind: 'password' }],
      devices: [{ isThis: true }],
    })
    await madeVault().sweep()
    const { clock, db } = madeVault()
    const waits: number[] = []
    for (let at = 0; at < 12; at += 1) {
      waits.push(await takePepperAttempt(db, account.account, clock.at))
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 60])
    expect((await madeVault().call('POST /api/account/delete', {}, two)).code).toBe('ok')
    expect((await madeVault().call('GET /api/account', undefined, two)).code).toBe('proof-needed')
  })

  test('behavior: of guesses and uses at once none is free', async () => {
    const partition = await makePartition()
    const start = async (email: string) => {
      const asked = await madeVault().call(
        'POST /api/email/start',
        { project: 'shop', email },
        { partition },
      )
      return { challenge: asked.json.challenge as string, code: await madeVault().codeFor(email) }
    }
    const verify = (challenge: string, code: string) =>
      madeVault().call('POST /api/email/verify', { challenge, code }, { partition })
    const codesOf = async (asked: readonly Promise<{ code: string }>[]) =>
      (await Promise.all(asked)).map(({ code }) => code)
    const guessed = await start('guessed@mail.example')
    const wrong = guessed.code === '000000' ? '000001' : '000000'
    const guesses = await codesOf(
      Array.from({ length: 12 }, () => verify(guessed.challenge, wrong)),
    )
    expect(guesses.filter((code) => code === 'code-wrong')).toHaveLength(5)
    const used = await start('used@mail.example')
    const uses = await codesOf(Array.from({ length: 6 }, () => verify(used.challenge, used.code)))
    expect(uses.filter((code) => code === 'ok')).toHaveLength(1)
  })
})
