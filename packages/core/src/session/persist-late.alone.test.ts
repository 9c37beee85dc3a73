import { describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { createKit } from '../create-kit.ts'

const held = vi.hoisted(() => ({ failures: 1, tries: 0 }))
vi.mock('./index.ts', (original) => {
  held.tries += 1
  if (held.failures-- > 0) throw new Error('the chunk did not load')
  return original()
})

describe('createKit', () => {
  test('behavior: a writer whose chunk did not load is asked for again by the next event', async () => {
    const kept = storage()
    const kit = createKit({
      adapters: [adapter('alpha', [wallet('w'), wallet('v')])],
      storage: kept,
    })
    kit.subscribe(() => undefined)
    await connect(kit, { connector: 'w' })
    await vi.waitFor(() => expect(held.failures).toBeLessThan(1))
    await new Promise((resolve) => setTimeout(resolve))
    await connect(kit, { connector: 'v' })
    await vi.waitFor(() =>
      expect(kept.entries.get('latchkey.default.v1.connections') ?? '').toContain(
        '"connector":"v"',
      ),
    )
    expect(held.tries).toBe(2)
  })
})
