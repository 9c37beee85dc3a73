// @vitest-environment happy-dom
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest'
import { fakeKit, session } from '../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../test/with-react.ts'

const settled = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Looks again until it is true, however long chunks take to come. No moment lies between one `act`
 * and the next: what came then would be an update that React calls unexpected.
 */
async function eventually({ React }: Bundle, check: () => void): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    await React.act(() => settled())
    try {
      return check()
    } catch {}
  }
  check()
}
/** Core ends discovery a second after the last subscriber, so that a remount is no end. */
const lingerMs = 1100

describe.each(versions)('KitProvider on React %i', (version) => {
  let bundle: Bundle
  let complaints: MockInstance
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error')
  })
  afterEach(() => {
    expect(complaints.mock.calls).toEqual([])
    complaints.mockRestore()
  })

  // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
  function Status(): unknown {
    const account = bundle.hooks.useAccount()
    const connectors = bundle.hooks.useConnectors()
    const { state, run } = bundle.hooks.useConnect()
    return bundle.React.createElement(
      'button',
      { onClick: () => void run({ connector: 'injected:test.wallet' }) },
      `${account.status} ${account.address ?? 'nobody'} ${connectors.length} ${state.status}`,
    )
  }
  const tree = (kit: ReturnType<typeof fakeKit>['kit']) => {
    const { React, hooks } = bundle
    return React.createElement(
      React.StrictMode,
      null,
      React.createElement(hooks.KitProvider, { kit }, React.createElement(Status as never)),
    )
  }

  it('default', async () => {
    const { React, Client } = bundle
    const { kit, counts } = fakeKit(bundle)
    const home = document.createElement('div')
    const root = Client.createRoot(home)
    await React.act(async () => root.render(tree(kit)))
    expect(home.textContent).toBe('disconnected nobody 1 idle')
    await React.act(async () => home.querySelector('button')?.click())
    // What connecting needs is loaded first, however long that takes.
    await eventually(bundle, () => expect(home.textContent).toBe('connected alice 1 done'))
    expect(counts.asked).toBe(1)
    await React.act(async () => root.unmount())
    await settled(lingerMs)
    expect(counts.stops).toBe(1)
  })

  it('behavior: StrictMode and ten mounts make one discovery and one session', async () => {
    const { React, Client } = bundle
    const { kit, counts } = fakeKit(bundle)
    const homes = Array.from({ length: 10 }, () => document.createElement('div'))
    const roots = homes.map((home) => Client.createRoot(home))
    for (const root of roots) {
      await React.act(async () => root.render(tree(kit)))
    }
    await React.act(async () => homes[3]?.querySelector('button')?.click())
    await eventually(bundle, () =>
      expect(homes.map((home) => home.textContent?.startsWith('connected alice 1'))).toEqual(
        homes.map(() => true),
      ),
    )
    expect(counts).toEqual({ discoveries: 1, stops: 0, asked: 1, watches: 1 })
    for (const root of roots) {
      await React.act(async () => root.unmount())
    }
    await settled(lingerMs)
    expect(counts.stops).toBe(1)
  })

  it('behavior: leaving and coming back in one task keeps the discovery', async () => {
    const { React, Client } = bundle
    const { kit, counts } = fakeKit(bundle)
    const root = Client.createRoot(document.createElement('div'))
    await React.act(async () => root.render(tree(kit)))
    for (let mount = 0; mount < 10; mount++) {
      React.act(() => root.render(null))
      React.act(() => root.render(tree(kit)))
    }
    await settled(lingerMs)
    expect(counts).toMatchObject({ discoveries: 1, stops: 0 })
    await React.act(async () => root.unmount())
  })

  it('behavior: server markup hydrates without a complaint', async () => {
    const { React, Client, Server } = bundle
    const onServer = fakeKit(bundle)
    const html = Server.renderToString(tree(onServer.kit))
    expect(html).toContain('disconnected nobody 0 idle')
    expect(onServer.counts).toEqual({ discoveries: 0, stops: 0, asked: 0, watches: 0 })
    const home = document.createElement('div')
    home.innerHTML = html
    const { kit } = fakeKit(bundle)
    const problems: unknown[] = []
    let root: { unmount(): void } | undefined
    await React.act(async () => {
      root = Client.hydrateRoot(home, tree(kit), {
        onRecoverableError: (error) => problems.push(error),
      })
    })
    expect(problems).toEqual([])
    expect(home.textContent).toBe('disconnected nobody 1 idle')
    await React.act(async () => root?.unmount())
  })

  it('behavior: what the server read from cookies is shown until the wallet has answered, never "disconnected"', async () => {
    const { React, Client, Server, hooks } = bundle
    const last = { sessions: [session], hidden: [] }
    const initialState = { connections: [{ connector: 'injected:test.wallet', last }] }
    const draw = (kit: ReturnType<typeof fakeKit>['kit']) =>
      React.createElement(
        hooks.KitProvider,
        { kit, initialState },
        React.createElement(Status as never),
      )
    const html = Server.renderToString(draw(fakeKit(bundle).kit))
    expect(html).toContain('connected alice 0 idle')
    const home = document.createElement('div')
    home.innerHTML = html
    const seen: (string | null)[] = []
    const observer = new MutationObserver(() => seen.push(home.textContent))
    observer.observe(home, { subtree: true, childList: true, characterData: true })
    const { kit, counts, storage } = fakeKit(bundle)
    storage.set(
      'latchkey.default.v1.connections',
      JSON.stringify([{ connector: 'injected:test.wallet', ...last }]),
    )
    const problems: unknown[] = []
    const root = await React.act(async () =>
      Client.hydrateRoot(home, draw(kit), {
        onRecoverableError: (error) => problems.push(error),
      }),
    )
    await eventually(bundle, () =>
      expect(Object.values(kit.getState().connections)[0]?.status).toBe('connected'),
    )
    await React.act(() => settled())
    expect(home.textContent).toBe('connected alice 1 idle')
    expect(seen.filter((text) => !text?.startsWith('connected alice'))).toEqual([])
    expect([problems, counts.asked]).toEqual([[], 1])
    await React.act(async () => root.unmount())
    observer.disconnect()
  })

  it('behavior: a cookie of somebody who is gone is shown by the server alone', async () => {
    const { React, Client, Server, hooks } = bundle
    const last = { sessions: [session], hidden: [] }
    const initialState = { connections: [{ connector: 'injected:test.wallet', last }] }
    const draw = (kit: ReturnType<typeof fakeKit>['kit']) =>
      React.createElement(
        hooks.KitProvider,
        { kit, initialState },
        React.createElement(Status as never),
      )
    const home = document.createElement('div')
    home.innerHTML = Server.renderToString(draw(fakeKit(bundle).kit))
    const { kit, counts } = fakeKit(bundle)
    const problems: unknown[] = []
    const root = await React.act(async () =>
      Client.hydrateRoot(home, draw(kit), {
        onRecoverableError: (error) => problems.push(error),
      }),
    )
    expect(home.textContent).toBe('disconnected nobody 1 idle')
    expect([problems, counts.asked]).toEqual([[], 0])
    await React.act(async () => root.unmount())
  })

  it('behavior: a part that hydrates after the kit ran ahead finds what the server wrote', async () => {
    const { React, Client, Server, hooks } = bundle
    const gate: { waits: Promise<void> | null } = { waits: null }
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Late(): unknown {
      if (gate.waits) throw gate.waits
      return React.createElement(Status as never)
    }
    const late = (kit: ReturnType<typeof fakeKit>['kit']) =>
      React.createElement(
        hooks.KitProvider,
        { kit },
        React.createElement(
          React.Suspense,
          { fallback: 'waiting' },
          React.createElement(Late as never),
        ),
      )
    const home = document.createElement('div')
    home.innerHTML = Server.renderToString(late(fakeKit(bundle).kit))
    const { kit } = fakeKit(bundle)
    let open = () => {}
    gate.waits = new Promise((resolve) => {
      open = () => {
        gate.waits = null
        resolve()
      }
    })
    const problems: unknown[] = []
    const tree = late(kit)
    await React.act(async () => {
      Client.hydrateRoot(home, tree, { onRecoverableError: (error) => problems.push(error) })
    })
    expect(Object.keys(kit.getState().connectors)).toHaveLength(1)
    expect(home.textContent).toBe('disconnected nobody 0 idle')
    await React.act(async () => {
      open()
      await settled()
    })
    expect(problems).toEqual([])
    expect(home.textContent).toBe('disconnected nobody 1 idle')
  })

  it('behavior: two kits on one page never meet', async () => {
    const { React, Client } = bundle
    const [a, b] = [fakeKit(bundle), fakeKit(bundle)]
    const homes = [document.createElement('div'), document.createElement('div')]
    const roots = homes.map((home) => Client.createRoot(home))
    await React.act(async () => {
      roots[0]?.render(tree(a.kit))
      roots[1]?.render(tree(b.kit))
    })
    await React.act(async () => {
      homes[0]?.querySelector('button')?.click()
      await settled()
    })
    expect(homes.map((home) => home.textContent)).toEqual([
      'connected alice 1 done',
      'disconnected nobody 1 idle',
    ])
    for (const root of roots) {
      await React.act(async () => root.unmount())
    }
  })
})
