// @vitest-environment happy-dom
import {
  connect,
  disconnect,
  type Kit,
  type KitEvent,
  type KitOptions,
  type SignInSession,
  selectNamespace,
} from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'

const connector = 'injected:test.wallet'

describe.each(versions)('hooks on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  /**
   * Runs a hook on a page; `again` draws it anew with something else, `leave` takes it off the
   * page.
   */
  async function running<P, T>(
    use: (hooks: Bundle['hooks'], given: P) => T,
    first: P,
    options: Partial<KitOptions> = {},
  ) {
    const { React, Client, hooks } = bundle
    const { kit } = fakeKit(bundle, options)
    const seen: T[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe({ given }: { readonly given: P }): null {
      seen.push(use(hooks, given))
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    const draw = (given: P) =>
      React.act(async () =>
        root.render(
          React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe, { given })),
        ),
      )
    await draw(first)
    return {
      kit,
      seen,
      again: draw,
      act: (run: (kit: Kit) => unknown) => React.act(async () => void (await run(kit))),
      leave: () => React.act(async () => root.unmount()),
    }
  }

  it('useEvents: behavior: the newest listener hears, and nobody after leaving', async () => {
    const heard: string[] = []
    const listener = (name: string) => (event: KitEvent) => void heard.push(`${name} ${event.type}`)
    const { again, act, leave, kit } = await running(
      (hooks, name: string) => hooks.useEvents(listener(name)),
      'first',
    )
    heard.length = 0
    await act((at) => connect(at, { connector }))
    expect(heard).toEqual([
      'first connect-started',
      'first connect-granted',
      'first recent-changed',
    ])
    heard.length = 0
    await again('second')
    await act((at) => disconnect(at))
    expect(heard).toEqual(['second disconnected'])
    heard.length = 0
    await leave()
    await connect(kit, { connector })
    expect(heard).toEqual([])
  })

  it('useSession, useSignIn, useSignOut: default', async () => {
    const calls: string[] = []
    let present: SignInSession | null = null
    const answer = async <T>(name: string, value: T): Promise<T> => {
      calls.push(name)
      return value
    }
    const { seen, act, again } = await running(
      (hooks, _: number) => ({
        state: hooks.useSession(),
        signOut: hooks.useSignOut(),
      }),
      0,
      {
        signIn: {
          provider: {
            challenge: () => answer('challenge', { message: 'no' }),
            verify: () => answer('verify', { accounts: ['test:1:alice'] as const }),
            session: () => answer('session', present),
            signOut: () => answer('signOut', undefined),
          },
        },
      },
    )
    // The server is asked once, after the first render; rendering again does not ask it.
    await again(1)
    expect([seen.at(-1)?.state, calls]).toEqual([{ status: 'signed-out' }, ['session']])
    expect(seen.some(({ state }) => state.status === 'checking')).toBe(true)
    present = { accounts: ['test:1:alice'] }
    await act((kit) => bundle.getSignInSession(kit))
    expect(seen.at(-1)?.state).toEqual({ status: 'signed-in', session: present })
    await act(() => seen.at(-1)?.signOut.run())
    expect([seen.at(-1)?.state, calls.at(-1)]).toEqual([{ status: 'signed-out' }, 'signOut'])
  })

  it('useConnection: default', async () => {
    const { seen, act, again } = await running(
      (hooks, id: string) => hooks.useConnection({ connector: id }),
      connector,
    )
    await act((kit) => connect(kit, { connector }))
    expect([seen[0]?.status, seen.at(-1)?.status]).toEqual(['idle', 'connected'])
    await again('another')
    expect(seen.at(-1)).toEqual({ status: 'idle' })
  })

  it('useConnections, useSwitchAccount: default: each connection, and the account that is switched to', async () => {
    const { seen, act } = await running(
      (hooks, _: null) => ({ ...hooks.useConnections(), switching: hooks.useSwitchAccount() }),
      null,
    )
    expect(seen.at(-1)).toMatchObject({ connections: [], recent: [] })
    await act((kit) => connect(kit, { connector }))
    expect(seen.at(-1)?.connections).toMatchObject([
      {
        connectorId: connector,
        wallet: { name: 'Test Wallet' },
        status: 'connected',
        isActive: true,
        activeNamespaces: ['test'],
        selected: ['test:1:alice'],
      },
    ])
    await act(() => seen.at(-1)?.switching.run({ account: 'test:1:bob', connector }))
    expect(seen.at(-1)?.connections[0]?.selected).toEqual(['test:1:bob'])
    const before = seen.length
    // A change of state that concerns no connection does not render the component again.
    await act((kit) => selectNamespace(kit, { namespace: 'test' }))
    expect(seen).toHaveLength(before)
    await act((kit) => disconnect(kit))
    expect(seen.at(-1)).toMatchObject({
      connections: [],
      recent: [{ id: connector, name: 'Test Wallet' }],
    })
  })

  it('useWallets: default, and grouped with what is listed', async () => {
    const listing = { id: 'custom', name: 'Test Wallet', rdns: 'test.wallet' }
    const { seen, again } = await running(
      (hooks, given: Parameters<typeof hooks.useWallets>[0]) => hooks.useWallets(given),
      {},
    )
    expect(seen.at(-1)).toMatchObject([{ name: 'Test Wallet' }])
    await again({ listings: [listing] as never })
    expect(seen.at(-1)).toHaveLength(1)
  })

  const name = { name: 'ada.shop.test' }
  it.each<[keyof Bundle['hooks'], object, string]>([
    ['useAddNameAddress', { ...name, account: 'eip155:1:alice' }, 'chain-unsupported'],
    [
      'useConfirmEmailCode',
      { email: 'a@b.test', code: '123456', uuid: 'u' },
      'gateway-unreachable',
    ],
    ['useChangeEmail', { email: 'a@b.test' }, 'auth-connector-missing'],
    ['useConfirmEmailChange', { code: '123456' }, 'auth-connector-missing'],
    ['useResendEmailChange', {}, 'auth-connector-missing'],
    ['usePrepareConnect', { connector: 'nobody' }, 'connector-not-found'],
    [
      'usePrepareSwap',
      { quote: { account: 'test:1:alice', pay: {}, receive: {} } },
      'not-connected',
    ],
    ['useRegisterName', name, 'not-connected'],
    ['useSendEmailCode', { email: 'a@b.test', account: 'test:1:alice' }, 'gateway-unreachable'],
    ['useSetNameAttributes', { ...name, attributes: {} }, 'not-connected'],
    ['useSignIn', {}, 'config-invalid'],
    ['useSignOut', {}, 'config-invalid'],
  ])(
    '%s: behavior: runs its action on the kit, and tells how it failed',
    async (hook, parameters, code) => {
      type Runs = () => {
        run(given: object): Promise<{ status: string; error?: unknown }>
        state: { status: string }
      }
      const { seen, act } = await running((hooks) => (hooks[hook] as unknown as Runs)(), undefined)
      let outcome: { status: string; error?: unknown } | undefined
      await act(async () => {
        outcome = await seen.at(-1)?.run(parameters)
      })
      expect([outcome?.status, hasCode(outcome?.error) && outcome.error.code]).toEqual([
        'failed',
        code,
      ])
      expect(seen.at(-1)?.state.status).toBe('failed')
    },
  )
})
