import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../test/fake-parts.ts'
import { connect } from './connect/connect.ts'
import type { Transport } from './contract/transport.ts'
import { createKit } from './create-kit.ts'
import { getAccount } from './machine/get-account.ts'
import { inside } from './machine/inside.ts'

for (const chunk of [
  './session/restore.ts',
  './transport/transport-connector.ts',
  './machine/reduce-transaction.ts',
  './session/follow-tabs.ts',
]) {
  vi.doMock(chunk, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
}
const listeners = new Map<string, (event: object) => void>()
vi.stubGlobal('addEventListener', (type: string, listener: never) => listeners.set(type, listener))
vi.stubGlobal('removeEventListener', () => undefined)
afterEach(() => vi.unstubAllGlobals())

describe('createKit', () => {
  test('behavior: chunks that do not load are no error of the page, and what is there works', async () => {
    const rejected = vi.fn()
    process.on('unhandledRejection', rejected)
    const kit = createKit({
      adapters: [adapter('alpha', [wallet('w')])],
      transports: [{ id: 'phones' } as Transport],
      storage: storage({ active: { namespace: 'alpha' }, pending: [] }),
    })
    kit.subscribe(() => undefined)
    kit[inside].dispatch({ type: 'transaction-discarded', id: 'x' })
    listeners.get('storage')?.({ key: 'latchkey.default.v1.connections' })
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit).status).toBe('connected')
    // Node tells of rejections nobody has handled after the tasks of a turn.
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', rejected)
    expect(rejected).not.toHaveBeenCalled()
  })
})
