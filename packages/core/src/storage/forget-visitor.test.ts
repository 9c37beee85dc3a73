import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../test/fake-parts.ts'
import { keepName } from '../account/keep-name.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { resume } from '../session/resume.ts'
import { writeStored } from './write-stored.ts'

const keys = ['names', 'receivers', 'settled'].map((name) => `latchkey.default.v1.${name}`)

/** Somebody is connected by two wallets, has a name and has paid somebody. */
async function visited() {
  const store = storage()
  const [one, other] = [wallet('one'), wallet('other', ['beta'])]
  const kit = createKit({
    adapters: [adapter('alpha', [one]), adapter('beta', [other])],
    storage: store,
  })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'one' })
  await connect(kit, { connector: 'other' })
  keepName(kit, { address: 'a1', name: 'ada.name' })
  writeStored(kit, 'receivers', ['a7'])
  writeStored(kit, 'settled', { 'alpha:1': Date.now() })
  const left = () => keys.filter((key) => store.entries.has(key))
  expect(left()).toEqual(keys)
  return { store, one, other, kit, left }
}

describe('what is kept of a visitor', () => {
  test('default: it goes when the wallets end the last session, not before', async () => {
    const { one, other, left } = await visited()
    one.emit({ type: 'end' })
    await vi.waitFor(() => expect(left()).toEqual(keys))
    other.emit({ type: 'end' })
    await vi.waitFor(() => expect(left()).toEqual([]))
  })

  test('behavior: it stays while a wallet is merely locked, and goes when the visitor ends that one too', async () => {
    const { one, other, kit, left, store } = await visited()
    one.emit({ type: 'end', isLocked: true })
    other.emit({ type: 'end' })
    await vi.waitFor(() =>
      expect(store.entries.get('latchkey.default.v1.connections')).not.toContain('other'),
    )
    expect(left()).toEqual(keys)
    await disconnect(kit)
    await vi.waitFor(() => expect(left()).toEqual([]))
  })

  test.each([
    ['whose wallet shares nothing any more', 'resume-failed', []],
    ['that only took too long to come back', 'connection-timeout', keys],
  ] as const)('behavior: a session %s', async (_, code, stays) => {
    const { store, left } = await visited()
    const [one, other] = [wallet('one'), wallet('other', ['beta'])]
    for (const gone of [one, other]) {
      gone.answer = () => Promise.reject(new LatchkeyError(code))
    }
    const kit = createKit({
      adapters: [adapter('alpha', [one]), adapter('beta', [other])],
      storage: store,
    })
    kit.subscribe(() => undefined)
    await resume(kit)
    await vi.waitFor(() => expect(store.entries.has('latchkey.default.v1.connections')).toBe(false))
    expect(left()).toEqual(stays)
  })
})
