import { execFileSync } from 'node:child_process'
import { hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, chain, raw, session, storage, wallet } from '../test/fake-parts.ts'
import { challenge, fakeSignInServer } from '../test/fake-sign-in.ts'
import { endDelegation } from './account/end-delegation.ts'
import { readDelegation } from './account/read-delegation.ts'
import { connect } from './connect/connect.ts'
import { disconnect } from './connect/disconnect.ts'
import { prepareConnect } from './connect/prepare-connect.ts'
import type { RemoteSession } from './contract/remote-session.ts'
import type { Transport } from './contract/transport.ts'
import { createKit } from './create-kit.ts'
import { getAccount } from './machine/get-account.ts'
import { getConnection } from './machine/get-connection.ts'
import { inside } from './machine/inside.ts'
import type { KitOptions } from './machine/kit.ts'
import { createStore } from './machine/store.ts'

describe('createKit', () => {
  const good = adapter('alpha')
  const transport: Transport = {
    id: 't',
    wallet: { name: 'T', keys: [], origin: 'walletConnect' },
    start: () => Promise.reject(new Error('no')),
    restore: async () => [],
  }
  test.each<readonly [string, unknown]>([
    ['adapters: none', {}],
    ['adapters: none', { adapters: [] }],
    ['id: "a b"', { id: 'a b', adapters: [good] }],
    ['adapters[1]: "alpha" twice', { adapters: [good, good] }],
    ['adapters[0].chains: none', { adapters: [{ ...good, chains: [] }] }],
    ['adapters[0].chains[0].id: "1"', { adapters: [{ ...good, chains: [chain('1' as never)] }] }],
    [
      'adapters[0].chains[1].id: "alpha:1" twice',
      { adapters: [{ ...good, chains: [chain('alpha:1'), chain('alpha:1')] }] },
    ],
    [
      'adapters[0].chains[0].rpcUrls: x',
      { adapters: [{ ...good, chains: [chain('alpha:1', { rpcUrls: ['x'] })] }] },
    ],
    ['transports: "t" twice', { adapters: [good], transports: [transport, transport] }],
    ['gateway.url', { adapters: [good], gateway: { url: [], project: 'p' } }],
    ['gateway.url', { adapters: [good], gateway: { url: 'ftp://x', project: 'p' } }],
    ['wallets.featured: no list', { adapters: [good], wallets: { featured: 'x' } }],
    ['defaultNamespace: "beta"', { adapters: [good], defaultNamespace: 'beta' }],
  ])('behavior: refuses %s', (reason, options) => {
    try {
      createKit(options as KitOptions)
      expect.unreachable()
    } catch (error) {
      expect(hasCode(error, 'config-invalid')).toBe(true)
      if (!hasCode(error)) return
      expect(error.context.reason).toContain(reason)
      expect(error.context.fix).toBeTruthy()
    }
  })

  test('behavior: two kits never meet', async () => {
    const one = createKit({ id: 'one', adapters: [adapter('alpha', [wallet('w')])], storage: null })
    const two = createKit({ id: 'two', adapters: [adapter('alpha', [wallet('w')])], storage: null })
    for (const kit of [one, two]) {
      kit.subscribe(() => undefined)
    }
    await connect(one, { connector: 'w' })
    expect([getAccount(one).status, getAccount(two).status]).toEqual(['connected', 'disconnected'])
  })

  test('behavior: a wallet that is lost is not connected any more', async () => {
    const kit = createKit({ adapters: [adapter('alpha', [wallet('w')])], storage: null })
    kit.subscribe(() => undefined)
    await connect(kit, { connector: 'w' })
    kit[inside].dispatch({ type: 'connector-lost', connector: 'w' })
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test('behavior: may be imported and made on a server, where nothing of a page may be touched', () => {
    const trap =
      "for (const name of ['window','document','localStorage','sessionStorage','indexedDB','navigator']) Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(name) } });"
    const code = `${trap}
      const { createKit } = await import('@latchkey/core')
      const adapter = { namespace: 'alpha', chains: [{ id: 'alpha:1', rpcUrls: [] }] }
      console.log(createKit({ adapters: [adapter] }).getState().chains.alpha)`
    const flags = [
      '--conditions=latchkey-source',
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      code,
    ]
    expect(
      execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' }).trim(),
    ).toBe('alpha:1')
  })

  test('behavior: a transport opens several namespaces, hides one, and tells the wallet at the last', async () => {
    const ends: unknown[] = []
    const remote: RemoteSession = {
      id: 'r',
      peer: {
        name: 'P',
        icon: 'https://spy.example/p.png',
        native: 'javascript:alert(1)',
        universal: 'https://p.example',
      },
      namespaces: {
        alpha: { accounts: ['alpha:1:a1'], chains: [] },
        beta: { accounts: ['beta:1:a1'], chains: [] },
      },
      methods: {},
      expiresAt: Date.now() + 60_000,
      request: async () => null,
      watch: () => () => undefined,
      end: async (namespace) => void ends.push(namespace),
    }
    const remoteOf = (namespace: string) => ({
      ...adapter(namespace),
      remote: async () =>
        wallet(`r-${namespace}`, [namespace], {
          features: {
            signMessage: async ({ account }) => ({ signature: account }),
            // One family alone calls contracts, and tells who commands an account.
            ...(namespace === 'beta' && {
              sendCall: async ({ from }) => ({ hash: from }),
              readDelegation: async ({ account }) => ({ to: account, isOwners: true }),
              endDelegation: async ({ account }) => ({ hash: account }),
            }),
          },
        }),
    })
    const store = storage()
    const options: KitOptions = {
      adapters: [remoteOf('alpha'), remoteOf('beta')],
      transports: [
        { ...transport, start: async () => ({ session: remote }), restore: async () => [remote] },
      ],
      storage: store,
    }
    const kit = createKit(options)
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(kit.getState().connectors.t).toBeDefined())
    expect((await connect(kit, { connector: 't' })).map(({ account }) => account)).toEqual([
      'alpha:1:a1',
      'beta:1:a1',
    ])
    const connection = kit.getState().connections.t
    expect(
      connection?.status === 'connected' && connection.sessions.map(({ peer }) => peer),
    ).toEqual([
      { name: 'P', universal: 'https://p.example' },
      { name: 'P', universal: 'https://p.example' },
    ])
    const { features } = kit.getState().connectors.t!
    const signal = new AbortController().signal
    expect(await features.signMessage?.({ account: 'beta:1:a1', message: 'm', signal })).toEqual({
      signature: 'beta:1:a1',
    })
    expect(features.transfer).toBeUndefined()
    const about = { call: { to: 'b', data: '0x', value: 0n }, signal } as const
    const sent = (from: `${string}:1:a1`) =>
      features.sendCall?.({ ...about, from, chain: chain(from.slice(0, -3) as `${string}:1`) })
    expect(await sent('beta:1:a1')).toEqual({ hash: 'beta:1:a1' })
    await expect(sent('alpha:1:a1')).rejects.toMatchObject({ code: 'feature-unsupported' })
    expect(await readDelegation(kit, { account: 'beta:1:a1' })).toEqual({
      to: 'beta:1:a1',
      isOwners: true,
    })
    expect(await endDelegation(kit, { account: 'beta:1:a1' })).toEqual({ hash: 'beta:1:a1' })
    expect(await readDelegation(kit, { account: 'alpha:1:a1' })).toBeNull()
    await expect(endDelegation(kit, { account: 'alpha:1:a1' })).rejects.toMatchObject({
      code: 'feature-unsupported',
    })
    for (const ask of [readDelegation, endDelegation]) {
      await expect(ask(kit, { account: 'beta:1:other' })).rejects.toMatchObject({
        code: 'account-missing',
      })
    }

    await disconnect(kit, { namespace: 'beta' })
    expect([getAccount(kit, { namespace: 'beta' }).status, ends]).toEqual(['disconnected', []])
    const reloaded = createKit(options)
    reloaded.subscribe(() => undefined)
    await vi.waitFor(() => expect(getAccount(reloaded).status).toBe('connected'))
    expect(getAccount(reloaded, { namespace: 'beta' }).status).toBe('disconnected')
    await connect(reloaded, { connector: 't' })
    expect(getAccount(reloaded, { namespace: 'beta' }).status).toBe('connected')
    await disconnect(reloaded)
    expect(ends).toEqual([undefined])
  })

  test('behavior: a handshake the last page left is answered to this one, without a prompt', async () => {
    const remote: RemoteSession = {
      id: 'r',
      peer: { name: 'P' },
      namespaces: { alpha: { accounts: ['alpha:1:a1'], chains: [] } },
      methods: {},
      expiresAt: Date.now() + 60_000,
      request: async () => null,
      watch: () => () => undefined,
      end: async () => undefined,
    }
    const contexts: unknown[] = []
    const waiting: Transport = {
      ...transport,
      isWaiting: ({ kit, storage }) => contexts.push([kit, storage]) > 0,
      restore: async (context) => {
        contexts.push(context)
        return [remote]
      },
    }
    const needs = { methods: ['m'], events: ['e'] }
    const wire = async () => needs
    const options: KitOptions = {
      id: 'k',
      adapters: [{ ...adapter('alpha'), wire, remote: async () => wallet('r') }],
      transports: [waiting],
      metadata: { name: 'Shop' },
      storage: null,
    }
    const kit = createKit(options)
    const found: string[] = []
    kit.watch((event) => {
      if (event.type === 'connector-found' && event.connector.id === 't')
        queueMicrotask(() => found.push(getConnection(kit, { connector: 't' }).status))
    })
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('connected'))
    // Found idle, somebody would ask the visitor for what is about to be answered.
    expect(found).toEqual(['connecting'])
    expect(contexts).toEqual([
      ['k', null],
      { kit: 'k', storage: null, metadata: { name: 'Shop' }, needs: { alpha: needs } },
    ])

    const quiet = createKit({ ...options, enableReconnect: false })
    quiet.subscribe(() => undefined)
    await vi.waitFor(() => expect(quiet.getState().connectors.t).toBeDefined())
    expect([getAccount(quiet).status, contexts.length]).toEqual(['disconnected', 2])
  })

  test('behavior: what a connection would prompt with can be made before', async () => {
    const prompt = { kind: 'uri', uri: 'wc:x', expiresAt: 5 } as const
    const asked: unknown[] = []
    const prepare: Transport['prepare'] = async ({ chains, signIn }) => {
      asked.push([chains.map(({ id }) => id), signIn?.nonce])
      return prompt
    }
    const kit = createKit({
      adapters: [{ ...adapter('alpha', [wallet('w')]), remote: async () => wallet('r') }],
      transports: [{ ...transport, prepare }],
      signIn: { provider: fakeSignInServer() },
      storage: null,
    })
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(kit.getState().connectors.t).toBeDefined())
    expect(await prepareConnect(kit, { connector: 't' })).toEqual(prompt)
    expect(await prepareConnect(kit, { connector: 't', signIn: true })).toEqual(prompt)
    const chains = kit.chains.map(({ id }) => id)
    expect(asked).toEqual([
      [chains, undefined],
      [chains, 'abcdefgh1'],
    ])
    expect(await prepareConnect(kit, { connector: 'w' })).toBe(null)
    await expect(prepareConnect(kit, { connector: 'none' })).rejects.toMatchObject({
      code: 'connector-not-found',
    })
    const signal = AbortSignal.abort()
    await expect(prepareConnect(kit, { connector: 't', signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test('behavior: what was prepared and what connects carry one challenge; a later code gets one of its own', async () => {
    let nonces = 0
    const challenges: unknown[] = []
    const expiresAt = Date.now() + 60_000
    const kit = createKit({
      adapters: [{ ...adapter('alpha'), remote: async () => wallet('r') }],
      transports: [
        {
          ...transport,
          prepare: async ({ signIn }) => {
            challenges.push(signIn?.nonce)
            return { kind: 'uri', uri: 'wc:x', expiresAt }
          },
          start: async ({ signIn, renewSignIn }) => {
            challenges.push(signIn?.nonce, (await renewSignIn?.())?.nonce)
            throw raw('user-rejected')
          },
        },
      ],
      signIn: {
        provider: {
          ...fakeSignInServer(),
          challenge: async () => ({ ...challenge, nonce: `n${++nonces}` }),
        },
      },
      storage: null,
    })
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(kit.getState().connectors.t).toBeDefined())
    await Promise.all([1, 2].map(() => prepareConnect(kit, { connector: 't', signIn: true })))
    await connect(kit, { connector: 't', signIn: true }).catch(() => undefined)
    expect(challenges).toEqual(['n1', 'n1', 'n1', 'n2'])
    // Not signed in: what was prepared may still be opened.
    await prepareConnect(kit, { connector: 't', signIn: true })
    expect(challenges.at(-1)).toBe('n1')
  })

  test('behavior: what a transport loads is asked for beside what the adapters need', async () => {
    const order: string[] = []
    const needy = adapter('alpha')
    const wire = async () => {
      await new Promise((resolve) => setTimeout(resolve))
      order.push('needs')
      return { methods: [], events: [] }
    }
    const start: Transport['start'] = async () => {
      order.push('start')
      throw raw('user-rejected')
    }
    const load = (): void => void order.push('load')
    const kit = createKit({
      adapters: [{ ...needy, remote: async () => wallet('r'), wire }],
      transports: [{ ...transport, load, start }],
      storage: null,
    })
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(kit.getState().connectors.t).toBeDefined())
    expect(order).toEqual([])
    await connect(kit, { connector: 't' }).catch(() => undefined)
    expect([order[0], ...order.slice(-2)]).toEqual(['load', 'needs', 'start'])
  })

  test('behavior: an expired session of a transport is not restored', async () => {
    const old = { expiresAt: Date.now() - 1 } as RemoteSession
    const kept = { connector: 't', sessions: [session('alpha')], hidden: [] }
    const kit = createKit({
      adapters: [{ ...adapter('alpha'), remote: async () => wallet('r') }],
      transports: [{ ...transport, restore: async () => [old] }],
      storage: storage({ connections: [kept] }),
    })
    kit.subscribe(() => undefined)
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('disconnected'))
  })
})

describe('createStore', () => {
  test('behavior: listeners hear events in order, also those a listener dispatches', () => {
    const store = createStore(0, (state: number, event: number) => state + event)
    const heard: unknown[] = []
    store.watch((event, state) => {
      if (event === 1) store.dispatch(10)
      heard.push(`a${event}:${state}`)
    })
    store.watch((event, state) => heard.push(`b${event}:${state}`))
    store.dispatch(1)
    store.dispatch(0)
    expect(heard).toEqual(['a1:1', 'b1:1', 'a10:11', 'b10:11'])
    expect(store.getState()).toBe(11)
  })
})
