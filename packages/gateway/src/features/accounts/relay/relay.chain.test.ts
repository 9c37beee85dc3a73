import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePartition, type TestPartition } from '../test/make-device.ts'
import { type MadeVault, makeVault, type VaultCallOptions } from '../test/make-vault.ts'

const made = {} as {
  vault: MadeVault
  frame: VaultCallOptions
  window: VaultCallOptions
  other: VaultCallOptions
}
const signedIn = async (email: string, partition: TestPartition): Promise<VaultCallOptions> => ({
  partition,
  token: await made.vault.signIn(email, partition),
})
beforeAll(async () => {
  made.vault = await makeVault()
  made.frame = await signedIn('ada@shop.example', await makePartition())
  made.window = await signedIn('ada@shop.example', await makePartition())
  made.other = await signedIn('mallory@shop.example', await makePartition())
})
afterAll(() => made.vault?.close())

const newId = () => randomBytes(32).toString('base64url')
const tell = (id: string, to: string, text: string, by: VaultCallOptions) =>
  made.vault.call('POST /api/relay/tell', { id, to, text }, by)
const wait = (id: string, at: string, after: number, by: VaultCallOptions) =>
  made.vault.call('POST /api/relay/wait', { id, at, after }, by)

describe('relay', () => {
  test('default: what one device of an account tells reaches the other, in order, and once it is asked for', async () => {
    const id = newId()
    const waiting = wait(id, 'frame', 0, made.frame)
    await tell(id, 'frame', 'one', made.window)
    const first = await waiting
    expect(first.json.told).toEqual([
      { seq: expect.any(Number), device: made.window.partition.id, text: 'one' },
    ])
    await tell(id, 'frame', 'two', made.window)
    await tell(id, 'window', 'for the window', made.frame)
    const next = await wait(id, 'frame', first.json.told[0].seq, made.frame)
    expect(next.json.told.map(({ text }: { text: string }) => text)).toEqual(['two'])
    const back = await wait(id, 'window', 0, made.window)
    expect(back.json.told).toMatchObject([
      { device: made.frame.partition.id, text: 'for the window' },
    ])
  })

  test('behavior: another account reaches nothing under the same id, and nothing goes without a session', async () => {
    const id = newId()
    await tell(id, 'frame', 'forged', made.other)
    await tell(id, 'frame', 'true', made.window)
    const { json } = await wait(id, 'frame', 0, made.frame)
    expect(json.told.map(({ text }: { text: string }) => text)).toEqual(['true'])
    const theirs = await wait(id, 'frame', 0, made.other)
    expect(theirs.json.told.map(({ text }: { text: string }) => text)).toEqual(['forged'])
    for (const by of [
      { partition: made.frame.partition },
      { ...made.frame, token: made.other.token },
    ]) {
      expect((await tell(id, 'frame', 'x', by)).code).not.toBe('ok')
      expect((await wait(id, 'frame', 0, by)).code).not.toBe('ok')
    }
  })

  test('behavior: other shapes, longer texts and too many are refused', async () => {
    const id = newId()
    for (const [one, to, text] of [
      ['short', 'frame', 'x'],
      [id, 'page', 'x'],
      [id, 'frame', ''],
      [id, 'frame', 'x'.repeat(49_153)],
    ] as const) {
      expect((await tell(one, to, text, made.window)).status).toBe(400)
    }
    for (let i = 0; i < 100; i++) {
      expect((await tell(id, 'frame', 'x', made.window)).code).toBe('ok')
    }
    expect((await tell(id, 'frame', 'x', made.window)).code).toBe('rate-limited')
    const ids = await Promise.all(
      Array.from({ length: 70 }, () => tell(newId(), 'frame', 'x', made.window)),
    )
    expect(ids.some(({ code }) => code === 'rate-limited')).toBe(true)
  })

  test('behavior: of many that tell at the same moment each has a number of its own, above all before', async () => {
    const window = await signedIn('grace@shop.example', await makePartition())
    const frame = await signedIn('grace@shop.example', await makePartition())
    const ids = [newId(), newId(), newId()]
    const [first = ''] = ids
    await tell(first, 'frame', 'before', window)
    const { seq } = (await wait(first, 'frame', 0, frame)).json.told[0]
    await Promise.all(
      ids.flatMap((id) => ['a', 'b'].map((text) => tell(id, 'frame', text, window))),
    )
    const told = await Promise.all(
      ids.map((id) => wait(id, 'frame', id === first ? seq : 0, frame)),
    )
    const all = told.flatMap(({ json }) => json.told as { seq: number; text: string }[])
    expect(all).toHaveLength(6)
    expect(new Set(all.map((one) => one.seq)).size).toBe(6)
    expect(all.every((one) => one.seq > seq)).toBe(true)
  })

  test('behavior: after ten minutes nothing is left', async () => {
    const id = newId()
    made.vault.clock.at += 600_001
    await tell(id, 'frame', 'old', made.window)
    expect((await wait(id, 'frame', 0, made.frame)).json.told).toHaveLength(1)
    made.vault.clock.at += 600_001
    await tell(newId(), 'frame', 'new', made.window)
    const { rows } = (await made.vault.db.execute('select text from vault_relay')) as unknown as {
      rows: readonly { text: string }[]
    }
    expect(rows.map(({ text }) => text)).toEqual(['new'])
  })
})
