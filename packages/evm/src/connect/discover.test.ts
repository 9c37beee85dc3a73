import type { Connector } from '@latchkey/core'
import { mockEvmWallet } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { ada, devnet, found, keys, page, request, settle } from '../../test/fixture.ts'
import { evm } from '../evm.ts'

const uuid = '350670db-19fa-4704-a166-e52e178b59d2'
const announce = (target: EventTarget, detail: unknown) =>
  target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

function start(target: EventTarget) {
  const reports: Connector[] = []
  const adapter = evm({ chains: [devnet], page: target })
  const stop = adapter.discover((connector) => reports.push(connector))
  /** As a kit holds them: the newer of one id stands. */
  const rows = () => [...new Map(reports.map((connector) => [connector.id, connector])).values()]
  return { adapter, reports, rows, stop }
}

describe('discover', () => {
  test('default', () => {
    const { connectors } = found({ name: '  Some Wallet ', rdns: 'Io.Some.Wallet' })
    expect(
      connectors.map(({ id, wallet }) => [id, wallet.name, wallet.keys, wallet.origin]),
    ).toEqual([['announced:io.some.wallet', 'Some Wallet', ['io.some.wallet'], 'announced']])
    expect(connectors[0]?.wallet.icon).toMatch(/^data:image/)
    expect(connectors[0]?.wallet.isAmbiguous).toBeUndefined()
  })

  test('behavior: wallets that announce later are found, until the stop', () => {
    const target = new EventTarget()
    const { rows, stop } = start(target)
    mockEvmWallet({ rdns: 'io.first' }).install(target)
    stop()
    mockEvmWallet({ rdns: 'io.second' }).install(target)
    expect(rows().map(({ id }) => id)).toEqual(['announced:io.first'])
  })

  test('behavior: a repeated announcement makes no second row', () => {
    const target = new EventTarget()
    const wallet = mockEvmWallet()
    wallet.install(target)
    const { reports } = start(target)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    announce(target, { info: { ...wallet.info, uuid }, provider: wallet.provider })
    expect(reports).toHaveLength(1)
  })

  test('behavior: two providers of one rdns are both shown and both ambiguous, and each asks its own', async () => {
    const target = new EventTarget()
    const twins = [mockEvmWallet({ accounts: [keys[0]] }), mockEvmWallet({ accounts: [keys[1]] })]
    for (const twin of twins) {
      twin.install(target)
    }
    const { rows } = start(target)
    expect(rows().map(({ id, wallet }) => [id, wallet.isAmbiguous])).toEqual([
      ['announced:test.mock.wallet', true],
      ['announced:test.mock.wallet:2', true],
    ])
    await rows()[0]?.connect(request())
    expect(twins.map(({ requests }) => requests.length > 0)).toEqual([true, false])
  })

  test('behavior: a copied uuid takes nobody’s place', async () => {
    const target = new EventTarget()
    const honest = mockEvmWallet({ uuid, accounts: [keys[0]] })
    const thief = mockEvmWallet({ uuid, rdns: 'io.thief', accounts: [keys[1]] })
    honest.install(target)
    thief.install(target)
    const { rows } = start(target)
    expect(rows()).toHaveLength(2)
    const grant = await rows()[0]?.connect(request())
    expect(grant?.sessions[0]?.selected).toBe(`eip155:31337:${ada}`)
    expect(thief.requests).toEqual([])
  })

  test('behavior: ten wallets of one name under a hijacked window.ethereum: the chosen one and no other is asked', async () => {
    const target = new EventTarget()
    const hijacker = mockEvmWallet({ rdns: 'io.hijacker' })
    hijacker.install(target, { announce: false, legacy: true })
    const wallets = Array.from({ length: 10 }, (_, i) =>
      mockEvmWallet({ name: 'Same', rdns: `io.same${i}` }),
    )
    for (const wallet of wallets) {
      wallet.install(target)
    }
    const { rows } = start(target)
    expect(rows()).toHaveLength(11)
    await rows()
      .find(({ id }) => id === 'announced:io.same7')
      ?.connect(request())
    const asked = wallets.flatMap(({ requests }, i) => (requests.length > 0 ? [i] : []))
    expect([asked, hijacker.requests.length]).toEqual([[7], 0])
  })

  test('behavior: window.ethereum is a row only when nobody announced that object', () => {
    const target = new EventTarget()
    const wallet = mockEvmWallet()
    wallet.install(target, { legacy: true })
    expect(start(target).rows()).toHaveLength(1)
    const silent = new EventTarget()
    wallet.install(silent, { announce: false, legacy: true })
    expect(
      start(silent)
        .rows()
        .map(({ id, wallet }) => [id, wallet.name, wallet.origin]),
    ).toEqual([['injected:ethereum', 'Browser wallet', 'injected']])
  })

  test('behavior: window.ethereum that announces itself later keeps its one row and gets its name', async () => {
    const target = new EventTarget()
    const wallet = mockEvmWallet({ accounts: keys })
    wallet.install(target, { announce: false, legacy: true })
    const { rows } = start(target)
    const before = rows()[0]
    await before?.connect(request())
    wallet.install(target)
    expect(rows().map(({ id, wallet }) => [id, wallet.name])).toEqual([
      ['injected:ethereum', 'Mock Wallet'],
    ])
    const events: unknown[] = []
    rows()[0]?.watch((event) => events.push(event))
    await settle()
    wallet.selectAccount(1)
    expect(events).toHaveLength(1)
  })

  test('behavior: window.ethereum may come late', () => {
    const target = new EventTarget()
    const { rows } = start(target)
    mockEvmWallet().install(target, { announce: false, legacy: true })
    target.dispatchEvent(new Event('ethereum#initialized'))
    target.dispatchEvent(new Event('load'))
    expect(rows()).toHaveLength(1)
  })

  test('behavior: the providers around one window.ethereum are rows, the object around them is none', async () => {
    const target = new EventTarget()
    const [one, two, shell] = [mockEvmWallet(), mockEvmWallet(), mockEvmWallet()]
    Object.assign(target, {
      ethereum: Object.assign(shell.provider, { providers: [one.provider, two.provider, 'x'] }),
    })
    const { rows } = start(target)
    expect(rows().map(({ id }) => id)).toEqual(['injected:ethereum', 'injected:ethereum:2'])
    await rows()[1]?.connect(request())
    expect([one, two, shell].map(({ requests }) => requests.length > 0)).toEqual([
      false,
      true,
      false,
    ])
  })

  test.each([
    [
      'a detail whose getter throws',
      Object.defineProperty({}, 'info', {
        get: () => {
          throw new Error('no')
        },
      }),
    ],
    [
      'a hostile proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
          has: () => {
            throw new Error('no')
          },
        },
      ),
    ],
    ['no detail', undefined],
    ['no info', { provider: { request: async () => [] } }],
    ['no provider', { info: { uuid, name: 'A', rdns: 'io.a' } }],
    [
      'a provider that cannot be asked',
      { info: { uuid, name: 'A', rdns: 'io.a' }, provider: { request: 'no' } },
    ],
    [
      'no name',
      { info: { uuid, name: ' \u202e ', rdns: 'io.a' }, provider: { request: async () => [] } },
    ],
    [
      'an rdns without a dot',
      { info: { uuid, name: 'A', rdns: 'a' }, provider: { request: async () => [] } },
    ],
    [
      'an rdns with markup',
      { info: { uuid, name: 'A', rdns: 'io.<b>' }, provider: { request: async () => [] } },
    ],
    [
      'no uuid',
      { info: { uuid: 'x', name: 'A', rdns: 'io.a' }, provider: { request: async () => [] } },
    ],
  ])('behavior: %s is passed over, the next wallet is found', (_, detail) => {
    const target = new EventTarget()
    const { rows } = start(target)
    announce(target, detail)
    mockEvmWallet().install(target)
    expect(rows().map(({ id }) => id)).toEqual(['announced:test.mock.wallet'])
  })

  test('behavior: a window.ethereum that throws when looked at is passed over', () => {
    const target = Object.defineProperty(new EventTarget(), 'ethereum', {
      get: () => {
        throw new Error('no')
      },
    })
    mockEvmWallet().install(target)
    expect(start(target).rows()).toHaveLength(1)
  })

  test.each([
    ['https://example.org/a.png', false],
    ['data:text/html,<script>', false],
    [`data:image/png;base64,${'A'.repeat(70_000)}`, false],
    ['data:image/png;base64,AAAA', true],
  ])('parameters: icon %s', (icon, isTaken) => {
    const { connectors } = found({ icon })
    expect(connectors[0]?.wallet.icon).toBe(isTaken ? icon : undefined)
  })

  test('behavior: names are copied, cut to 64 characters and lose characters that turn text around', () => {
    const info = { uuid, name: `\u202eevil${'x'.repeat(100)}`, rdns: 'io.a' }
    const target = new EventTarget()
    const { rows } = start(target)
    announce(target, { info, provider: { request: async () => [] } })
    info.name = 'Another'
    expect(rows()[0]?.wallet.name).toBe(`evil${'x'.repeat(60)}`)
  })

  test('behavior: a flood of announcements ends at a hundred', () => {
    const target = new EventTarget()
    const { rows } = start(target)
    for (let i = 0; i < 300; i++) {
      announce(target, {
        info: { uuid, name: 'Flood', rdns: `io.f${i}` },
        provider: { request: async () => [] },
      })
    }
    expect(rows()).toHaveLength(100)
  })

  test('behavior: the same connector survives a second start, with its listeners', async () => {
    const { adapter, connector, wallet } = found()
    await connector.connect(request())
    const again: Connector[] = []
    adapter.discover((next) => again.push(next))
    expect(again[0]).toBe(connector)
    expect(wallet.prompts()).toBe(1)
  })

  test('behavior: two adapters on one page do not meet', async () => {
    const { target, connector } = found()
    const rival = start(target).rows()[0]
    expect(rival).not.toBe(connector)
    expect(rival?.id).toBe(connector.id)
    expect(page().target).not.toBe(target)
  })
})
