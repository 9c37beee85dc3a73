import { describe, expect, test } from 'vitest'
import { adapter, raw, session, storage, wallet } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { connectTogether } from './connect-together.ts'

function setUp() {
  const a = wallet('a', ['alpha'], { together: 'w' })
  const b = wallet('b', ['beta'], { together: 'w' })
  a.answer = async ({ together }) => {
    if (together) together.answered = ['a2']
    return { sessions: [session('alpha')] }
  }
  b.answer = async ({ together, silent }) => {
    if (!silent || !Array.isArray(together?.answered)) throw raw('account-missing')
    return { sessions: [session('beta', together.answered)] }
  }
  const kit = createKit({ adapters: [adapter('alpha', [a]), adapter('beta', [b])], storage: storage() })
  kit.subscribe(() => undefined)
  return { kit, a, b }
}

describe('connectTogether', () => {
  test('default: one is asked, all are connected, the first is the active one', async () => {
    const { kit, a, b } = setUp()
    const views = await connectTogether(kit, { connectors: ['a', 'b'] })
    expect(views.map(({ account }) => account)).toEqual(['alpha:1:a1', 'beta:1:a2'])
    expect([a, b].map(({ asked }) => asked.map(({ silent }) => silent))).toEqual([[false], [true]])
    expect(kit.getState().namespace).toBe('alpha')
    expect(kit.getState().recent.map(({ id }) => id)).toEqual(['a'])
  })

  test('behavior: a family without an account is left out', async () => {
    const { kit, a } = setUp()
    a.answer = async () => ({ sessions: [session('alpha')] })
    expect((await connectTogether(kit, { connectors: ['a', 'b'] })).map(({ account }) => account)).toEqual([
      'alpha:1:a1',
    ])
    expect(kit.getState().connections.b).toBeUndefined()
  })

  test('behavior: refused once is refused for all', async () => {
    const { kit, a, b } = setUp()
    a.answer = async () => Promise.reject(raw('user-rejected'))
    await expect(connectTogether(kit, { connectors: ['a', 'b'] })).rejects.toMatchObject({
      code: 'connection-rejected',
    })
    expect(b.asked).toEqual([])
  })
})
