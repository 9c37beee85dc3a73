import { describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { inside } from '../machine/inside.ts'
import { keepName } from './keep-name.ts'

const key = 'latchkey.default.v1.names'

describe('keepName', () => {
  const page = (store: ReturnType<typeof storage>) => {
    const kit = createKit({ adapters: [adapter('alpha', [wallet('w')])], storage: store })
    kit.subscribe(() => undefined)
    return kit
  }

  test('default: the next page load has it in memory, and nothing is left after the last connection', async () => {
    const store = storage()
    const kit = page(store)
    await connect(kit, { connector: 'w' })
    await keepName(kit, { address: 'a1', name: 'old.name' })
    await keepName(kit, { address: 'a1', name: 'ada.name' })
    // What writes comes with the first connection.
    await vi.waitFor(() => expect(store.entries.has('latchkey.default.v1.recent')).toBe(true))
    const reloaded = page(store)
    await vi.waitFor(() => expect(reloaded[inside].names.get('a1')).toBe('ada.name'))
    await disconnect(kit)
    expect(store.entries.has(key)).toBe(false)
  })

  test('behavior: twenty are kept, the newest; what is foreign is left out', async () => {
    const old = Array.from({ length: 19 }, (_, index) => [`a${index + 10}`, 'x'])
    const store = storage({ names: [...old, 1, null, ['a3']], recent: [{ id: 'w', name: 'w' }] })
    const kit = page(store)
    await vi.waitFor(() => expect(kit[inside].names.get('a10')).toBe('x'))
    expect(kit[inside].names.has('a3')).toBe(false)
    await keepName(kit, { address: 'a1', name: 'ada.name' })
    expect(JSON.parse(store.entries.get(key) ?? '')).toEqual([['a1', 'ada.name'], ...old])
    await keepName(kit, { address: 'a2', name: 'x'.repeat(300) })
    expect(store.entries.get(key)).not.toContain('xx')
  })
})
