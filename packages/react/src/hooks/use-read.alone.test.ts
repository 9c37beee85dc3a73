// @vitest-environment happy-dom

import { type AccountView, disconnect, type Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeKit, session } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'

describe.each(versions)('useRead on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  async function reading<T>(read: (kit: Kit) => T) {
    const { React, Client, hooks } = bundle
    const { kit } = fakeKit(bundle)
    const values: T[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      values.push(hooks.useRead((at) => read(at)))
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    await React.act(async () =>
      root.render(React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe))),
    )
    const change = (act: () => void) => React.act(async () => act())
    return { kit, values, root, change }
  }
  const connect = (kit: Kit) => {
    const connector = 'injected:test.wallet'
    // Any action that concerns wallets brings the reducer of connections.
    void disconnect(kit)
    kit[inside].dispatch({ type: 'connect-started', connector, attempt: 9000 })
    kit[inside].dispatch({ type: 'connect-granted', connector, attempt: 9000, sessions: [session] })
  }

  it('default', async () => {
    const { kit, values, change } = await reading((at) => at.getState().namespace)
    expect(values.at(-1)).toBe('test')
    await change(() => connect(kit))
    expect(values.at(-1)).toBe('test')
  })

  it('behavior: an equal answer of a new identity renders nothing and keeps the old one', async () => {
    const { kit, values, change } = await reading((at) => Object.keys(at.getState().connectors))
    const [renders, last] = [values.length, values.at(-1)]
    expect(last).toEqual(['injected:test.wallet'])
    await change(() => connect(kit))
    expect(values.length).toBe(renders)
    expect(values.at(-1)).toBe(last)
  })

  it('behavior: a changed answer renders once a change', async () => {
    const { kit, values, change } = await reading((at): AccountView['status'] =>
      Object.keys(at.getState().active).length > 0 ? 'connected' : 'disconnected',
    )
    const renders = values.length
    await change(() => connect(kit))
    expect(values.slice(renders)).toEqual(['connected'])
  })

  it('behavior: without a provider the mistake is named', async () => {
    const { React, Server, hooks } = bundle
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    const Lost = () => React.createElement('i', null, hooks.useKit().id)
    expect(() => Server.renderToString(React.createElement(Lost))).toThrow('config-invalid')
  })
})
