import { describe, expect, test } from 'vitest'
import { adapter, raw, session, storage, wallet } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { inside } from '../machine/inside.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

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
  const kit = createKit({
    adapters: [adapter('alpha', [a]), adapter('beta', [b])],
    storage: storage(),
  })
  kit.subscribe(() => undefined)
  return { kit, a, b }
}

describe('joinFamilies', () => {
  test('default: one is asked, all are connected, the first is the active one', async () => {
    const { kit, a, b } = setUp()
    const views = await connect(kit, { connector: 'a' })
    expect(views.map(({ account }) => account)).toEqual(['alpha:1:a1', 'beta:1:a2'])
    expect([a, b].map(({ asked }) => asked.map(({ silent }) => silent))).toEqual([[false], [true]])
    expect(kit.getState().namespace).toBe('alpha')
    expect(kit.getState().recent.map(({ id }) => id)).toEqual(['a'])
  })

  test('behavior: a family without an account is left out', async () => {
    const { kit, a } = setUp()
    a.answer = async () => ({ sessions: [session('alpha')] })
    expect((await connect(kit, { connector: 'a' })).map(({ account }) => account)).toEqual([
      'alpha:1:a1',
    ])
    expect(kit.getState().connections.b).toBeUndefined()
  })

  test('behavior: what is connected already is left alone', async () => {
    const { kit } = setUp()
    kit[inside].dispatch({ type: 'connector-found', connector: wallet('other', ['beta']) })
    await connect(kit, { connector: 'other' })
    await connect(kit, { connector: 'a' })
    expect(kit.getState().active).toEqual({ alpha: 'a', beta: 'other' })
  })

  test('behavior: what was opened together ends together, or one namespace of it', async () => {
    const { kit, a, b } = setUp()
    await connect(kit, { connector: 'a' })
    await disconnect(kit, { namespace: 'beta' })
    expect(kit.getState().active).toEqual({ alpha: 'a' })
    await disconnect(kit, { connector: 'a' })
    await connect(kit, { connector: 'a' })
    await disconnect(kit, { connector: 'a' })
    expect(kit.getState().active).toEqual({})
    expect([a, b].map(({ disconnects }) => disconnects.length)).toEqual([2, 2])
  })

  test('behavior: no other family here, nothing more is asked for', async () => {
    const alone = wallet('alone', ['alpha'], { together: 'w' })
    const kit = createKit({ adapters: [adapter('alpha', [alone])], storage: storage() })
    kit.subscribe(() => undefined)
    await connect(kit, { connector: 'alone' })
    expect(alone.asked[0]?.together).toBeUndefined()
  })

  test('behavior: refused once is refused for all', async () => {
    const { kit, a, b } = setUp()
    a.answer = async () => Promise.reject(raw('user-rejected'))
    await expect(connect(kit, { connector: 'a' })).rejects.toMatchObject({
      code: 'connection-rejected',
    })
    expect(b.asked).toEqual([])
  })
})
