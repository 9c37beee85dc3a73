import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeVault, makeVault } from '../test/make-vault.ts'
import { makeVisitor } from '../test/visitor.ts'
import { maxSharelessDevices } from './delete-excess-devices.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

const minute = 60_000

/** Sign-ins of somebody who has the Google account, each on a device of its own. */
async function flood(subject: string, from: number, to: number): Promise<void> {
  const identity = {
    kind: 'google',
    issuer: 'https://accounts.google.com',
    subject,
    label: 'Ada',
  } as const
  for (let at = from; at < to; at += 1) {
    madeVault().clock.at += minute
    const id = `thief-${String(at).padStart(37, '0')}`
    const device = {
      id,
      project: 'shop',
      site: 'https://a.shop.example',
      label: 'Chrome',
      caller: '203.0.113.7',
    }
    await madeVault().accounts.prove(identity, device)
  }
}

describe('boundDevices', () => {
  test('default: a thousand sign-ins by whoever has the social account keep the owner out of nothing', async () => {
    const subject = randomUUID()
    const owner = await makeVisitor(madeVault(), { subject })
    const { answer } = await owner.split()
    await flood(subject, 0, 1_010)
    const { json } = await owner.call('GET /api/account', undefined)
    expect(json.devices).toHaveLength(maxSharelessDevices + 1)
    expect((await owner.release(answer.json.split, 'sign')).code).toBe('ok')
    // The newest stay, and the one that holds the wallet.
    const ids = json.devices.map(({ id }: { id: string }) => id)
    expect(ids).toContain(owner.partition.id)
    expect(ids[0]).toContain('1009')
  }, 120_000)

  test('behavior: a device that was forgotten has no session; the newest one has', async () => {
    const subject = randomUUID()
    const [owner, second] = [
      await makeVisitor(madeVault(), { subject }),
      await makeVisitor(madeVault(), { subject }),
    ]
    await owner.split()
    await flood(subject, 0, maxSharelessDevices)
    expect((await second.call('GET /api/account', undefined)).code).toBe('proof-needed')
    await second.again()
    expect((await second.call('GET /api/account', undefined)).code).toBe('ok')
  })
})
