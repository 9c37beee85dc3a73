import { describe, expect, test } from 'vitest'
import { adapter, session, wallet } from '../../test/fake-parts.ts'
import type { Session } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import { showInitialState } from './show-initial-state.ts'

function setUp(resumed: Session = session('alpha', ['a1', 'a2'])) {
  const kit = createKit({
    adapters: [adapter('alpha', [wallet('w')]), adapter('beta', [])],
    storage: null,
  })
  const initial = {
    connections: [{ connector: 'w', last: { sessions: [session('alpha')], hidden: [] } }],
  }
  const resume = (): void =>
    kit[inside].dispatch({
      type: 'resume-started',
      connector: 'w',
      attempt: 1,
      last: { sessions: [resumed], hidden: [] },
    })
  const shown = (isStarted: boolean) => {
    const state = showInitialState(kit.getState(), initial, isStarted)
    return getAccount({ ...kit, getState: () => state })
  }
  return { kit, initial, resume, shown }
}

describe('showInitialState', () => {
  test('default: connected before the kit has started, and while it resumes that account', () => {
    const { resume, shown } = setUp()
    expect(shown(false)).toMatchObject({ status: 'connected', address: 'a1', connectorId: 'w' })
    resume()
    expect(shown(true)).toMatchObject({ status: 'connected', address: 'a1', connectorId: 'w' })
  })

  test('behavior: the kit counts once it has started: nobody, or whom else it resumes', () => {
    expect(setUp().shown(true).status).toBe('disconnected')
    const { resume, shown } = setUp(session('alpha', ['a2']))
    resume()
    expect(shown(true).status).toBe('reconnecting')
  })

  test('behavior: the same object when nothing is shown of it', () => {
    const { kit, initial } = setUp()
    expect(showInitialState(kit.getState(), initial, true)).toBe(kit.getState())
  })

  test('behavior: an answer of the wallet ends it', () => {
    const { kit, initial, resume, shown } = setUp()
    resume()
    kit[inside].dispatch({
      type: 'resume-failed',
      connector: 'w',
      attempt: 1,
      error: { code: 'resume-failed' },
    })
    expect(shown(true).status).toBe('disconnected')
    expect(showInitialState(kit.getState(), initial, true)).toBe(kit.getState())
  })
})
