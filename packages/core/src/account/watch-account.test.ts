import { describe, expect, test, vi } from 'vitest'
import { adapter, session, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { createKit } from '../create-kit.ts'
import { watchAccount } from './watch-account.ts'

describe('watchAccount', () => {
  test('behavior: tells each change once, with what was before, and nothing after its stop', async () => {
    const [w, other] = [wallet('w'), wallet('v', ['beta'])]
    const kit = createKit({
      adapters: [adapter('alpha', [w]), adapter('beta', [other])],
      storage: storage(),
    })
    const heard = vi.fn()
    const stop = watchAccount(kit, heard)
    await connect(kit, { connector: 'w' })
    expect(heard.mock.calls.map(([now, before]) => [before.status, now.status])).toEqual([
      ['disconnected', 'connecting'],
      ['connecting', 'connected'],
    ])
    heard.mockClear()
    // The same again is no news.
    w.emit({ type: 'session', session: session('alpha'), reason: 'accounts' })
    expect(heard).not.toHaveBeenCalled()
    w.emit({ type: 'session', session: session('alpha', ['a2']), reason: 'accounts' })
    expect(heard.mock.calls.map(([now, before]) => [before.address, now.address])).toEqual([
      ['a1', 'a2'],
    ])
    stop()
    w.emit({ type: 'end' })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('parameters: namespace', async () => {
    const [w, other] = [wallet('w'), wallet('v', ['beta'])]
    const kit = createKit({
      adapters: [adapter('alpha', [w]), adapter('beta', [other])],
      storage: storage(),
    })
    const heard = vi.fn()
    watchAccount(kit, heard, { namespace: 'beta' })
    await connect(kit, { connector: 'w' })
    expect(heard).not.toHaveBeenCalled()
    await connect(kit, { connector: 'v' })
    expect(heard.mock.calls.at(-1)?.[0]).toMatchObject({
      namespace: 'beta',
      address: 'a1',
      status: 'connected',
    })
  })
})
