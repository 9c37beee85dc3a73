import { randomUUID } from 'node:crypto'
import type { VaultAccount, VaultCalls } from '@latchkey/protocol/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnswer } from '../../apps/vault/src/api/is-answer.ts'
import {
  vaultAudit,
  vaultDevices,
  vaultSplits,
} from '../../packages/gateway/src/data/vault-schema.ts'
import {
  type MadeVault,
  makeVault,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import {
  makeVisitor,
  type Visitor,
} from '../../packages/gateway/src/features/accounts/test/visitor.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

/** An owner with that many devices more, all of which hold a share but the first few. */
async function ownerOf(more: number, shareless: number): Promise<Visitor> {
  const who = await makeVisitor(madeVault())
  await who.split()
  const { at } = madeVault().clock
  const ids = Array.from({ length: more }, () => randomUUID().padEnd(43, '-'))
  await madeVault()
    .db.insert(vaultDevices)
    .values(
      ids.map((id, n) => ({
        accountId: who.account,
        id,
        project: 'shop',
        site: 'https://a.shop.example',
        label: 'Chrome',
        // Some came in the same millisecond.
        createdAt: at - Math.floor(n / 3),
        usedAt: at - n,
      })),
    )
  await madeVault()
    .db.insert(vaultSplits)
    .values(
      ids.slice(shareless).map((device, n) => ({
        id: randomUUID(),
        accountId: who.account,
        device,
        serial: n + 2,
        share: 'sealed',
        createdAt: at,
      })),
    )
  return who
}
type Devices = Pick<VaultAccount, 'devices' | 'devicesNext'>
/** Every device, page by page; `between` runs before each further page. */
async function allDevices(who: Visitor, between: () => Promise<unknown> = async () => {}) {
  const pages = [(await who.call('GET /api/account', undefined)).json as Devices]
  for (let next = pages[0]?.devicesNext; next !== undefined; next = pages.at(-1)?.devicesNext) {
    await between()
    const { json } = await who.call('POST /api/devices', { after: next })
    expect(isAnswer('POST /api/devices', json)).toBe(true)
    pages.push(json)
  }
  return pages.flatMap(({ devices }) => devices)
}

describe('POST /api/devices', () => {
  test('default: every device is listed once, and can be removed', async () => {
    const who = await ownerOf(260, 50)
    const all = await allDevices(who)
    expect(all).toHaveLength(261)
    expect(new Set(all.map(({ id }) => id)).size).toBe(261)
    expect(all.filter(({ isThis }) => isThis).map(({ id }) => id)).toEqual([who.partition.id])
    for (const { id } of all.filter(({ isThis }) => !isThis).slice(-2)) {
      expect((await who.call('POST /api/devices/revoke', { device: id })).code).toBe('ok')
    }
    expect(await allDevices(who)).toHaveLength(259)
  })

  test('behavior: a device that is used between two pages is neither left out nor told twice', async () => {
    const who = await ownerOf(240, 10)
    const all = await allDevices(who, async () => {
      madeVault().clock.at += 1_000
      await who.again()
    })
    expect(all.map(({ id }) => id).sort()).toEqual([...new Set(all.map(({ id }) => id))].sort())
    expect(all).toHaveLength(241)
  })

  test('behavior: it is of one’s own account, and a place that is none is refused', async () => {
    const [who, other] = [await ownerOf(120, 0), await makeVisitor(madeVault())]
    const { devicesNext } = (await who.call('GET /api/account', undefined)).json as Devices
    const foreign = await other.call('POST /api/devices', { after: devicesNext })
    expect((foreign.json as Devices).devices.filter(({ isThis }) => !isThis)).toEqual([])
    for (const after of ['', '2.1.a', '0.x.a', "0.1.a') or true --", `0.${'9'.repeat(17)}.a`]) {
      expect((await who.call('POST /api/devices', { after })).status).toBe(400)
    }
  })
})

describe('POST /api/account/history', () => {
  test('default: every line is told once, the newest first', async () => {
    const who = await makeVisitor(madeVault())
    await madeVault().settled()
    const { at } = madeVault().clock
    await madeVault()
      .db.insert(vaultAudit)
      .values(
        Array.from({ length: 130 }, (_, n) => ({
          id: randomUUID(),
          at: at + Math.floor(n / 7),
          account: who.account,
          device: who.partition.id,
          what: `recovery-added ${n}`,
          code: null,
        })),
      )
    type Page = VaultCalls['GET /api/account/history']['answer']
    const pages = [(await who.call('GET /api/account/history', undefined)).json as Page]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
      const { json } = await who.call('POST /api/account/history', { after: next })
      expect(isAnswer('POST /api/account/history', json)).toBe(true)
      pages.push(json)
    }
    const lines = pages.flatMap((page) => page.lines)
    const added = lines.filter(({ what }) => what.startsWith('recovery-added'))
    expect(new Set(added.map(({ what }) => what)).size).toBe(130)
    expect(lines.map((line) => line.at)).toEqual(lines.map((line) => line.at).sort((a, b) => b - a))
    expect(pages.map((page) => page.lines.length)).toEqual([50, 50, lines.length - 100])
    expect((await who.call('POST /api/account/history', { after: 'x' })).status).toBe(400)
  })
})
