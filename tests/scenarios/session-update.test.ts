import { connect, createKit, getConnection, switchChain } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain, ChainId } from '@latchkey/protocol'
import { solana, solanaMainnet } from '@latchkey/solana'
import { mockRelay } from '@latchkey/testing'
import { walletconnect } from '@latchkey/walletconnect'
import { createWallet, type WalletEvent } from '@latchkey/walletconnect/wallet'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { memoryDatabase } from '../../packages/walletconnect/test/memory-database.ts'
import { memoryStorage } from '../../packages/walletconnect/test/memory-storage.ts'

const relays = [{ url: 'ws://relay.test' }]
const coin = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const chainOf = (id: ChainId): Chain => ({
  id,
  name: id,
  nativeCurrency: coin,
  rpcUrls: ['http://127.0.0.1:1'],
})
const [one, two, three] = [chainOf('eip155:1'), chainOf('eip155:10'), chainOf('eip155:137')]
const address = `0x${'ab'.repeat(20)}`
const sol = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

const methods = ['personal_sign', 'wallet_switchEthereumChain']
const evmGrant = (...chains: readonly Chain[]) => ({
  eip155: {
    chains: chains.map(({ id }) => id),
    accounts: chains.map(({ id }) => `${id}:${address}` as const),
    methods,
    events: ['chainChanged', 'accountsChanged'],
  },
})
const solanaGrant = {
  solana: {
    chains: [solanaMainnet.id],
    accounts: [`${solanaMainnet.id}:${sol}` as const],
    methods: ['solana_signMessage'],
    events: [],
  },
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', mockRelay().WebSocket)
  vi.stubGlobal('indexedDB', memoryDatabase())
})
afterEach(() => void vi.unstubAllGlobals())

/** A page of two families, connected to a wallet that has granted `namespaces`. */
async function connected(
  namespaces: Parameters<ReturnType<typeof createWallet>['approve']>[1]['namespaces'],
) {
  const wallet = createWallet({
    relays,
    metadata: { name: 'Phone', description: '', url: 'https://phone.test', icons: [] },
    storage: null,
  })
  onTestFinished(() => wallet.close())
  const events: WalletEvent[] = []
  wallet.watch((event) => events.push(event))
  const storage = memoryStorage()
  const load = () => {
    const kit = createKit({
      id: 'shop',
      adapters: [
        evm({ chains: [one, two, three], page: new EventTarget() }),
        solana({ chains: [solanaMainnet], page: new EventTarget() }),
      ],
      transports: [walletconnect({ relays })],
      storage,
    })
    const stop = kit.subscribe(() => undefined)
    onTestFinished(stop)
    const connectionNow = () => getConnection(kit, { connector: 'walletConnect' })
    const families = () => {
      const now = connectionNow()
      return now.status === 'connected'
        ? now.sessions.map(({ namespace }) => namespace)
        : now.status
    }
    return { kit, stop, connection: connectionNow, families }
  }
  const page = load()
  await expect.poll(() => page.kit.getState().connectors.walletConnect).toBeDefined()
  const connecting = connect(page.kit, { connector: 'walletConnect' })
  await expect.poll(() => page.connection()).toMatchObject({ prompt: { kind: 'uri' } })
  await wallet.pair((page.connection() as { prompt: { uri: string } }).prompt.uri)
  await expect.poll(() => events.some(({ type }) => type === 'proposal')).toBe(true)
  const [proposed] = events.filter((event) => event.type === 'proposal')
  const { topic } = await wallet.approve(proposed?.proposal.id ?? 0, { namespaces })
  await connecting
  return { ...page, load, wallet, topic, events }
}

describe('a session that its wallet changes', { timeout: 20_000 }, () => {
  test('behavior: a family that is dropped ends alone, and the other is there after a reload', async () => {
    const { wallet, topic, families, stop, load, events } = await connected({
      ...evmGrant(one, two),
      ...solanaGrant,
    })
    expect(families()).toEqual(['eip155', 'solana'])
    await wallet.update(topic, evmGrant(one, two))
    await expect.poll(families).toEqual(['eip155'])
    stop()
    const again = load()
    await expect.poll(again.families).toEqual(['eip155'])
    expect(events.some(({ type }) => type === 'session-ended')).toBe(false)
  })

  test('behavior: with the last family that the page knows the session ends at the wallet too', async () => {
    const { wallet, topic, families, events } = await connected({ ...solanaGrant })
    await wallet.update(topic, {
      cosmos: { accounts: ['cosmos:cosmoshub-4:cosmos1abc'], methods: [], events: [] },
    })
    await expect.poll(families).toBe('idle')
    await expect.poll(() => events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'peer' })
  })

  test('behavior: a chain that is dropped is neither shown nor gone to without asking', async () => {
    const { kit, wallet, topic, connection, events } = await connected(evmGrant(one, two))
    await switchChain(kit, { chain: two.id })
    await wallet.update(topic, evmGrant(one))
    await expect
      .poll(connection)
      .toMatchObject({ sessions: [{ chains: [one.id], selected: `${one.id}:${address}` }] })
    const switching = switchChain(kit, { chain: two.id }).catch((error: unknown) => error)
    await expect
      .poll(() => events.some(({ type }) => type === 'request'), { timeout: 10_000 })
      .toBe(true)
    const asked = events.filter((event) => event.type === 'request').at(-1)?.request
    expect(asked).toMatchObject({
      chain: one.id,
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0xa' }],
    })
    if (asked) await wallet.respond(asked, { error: { code: 4001, message: 'no' } })
    expect(await switching).toMatchObject({ code: 'switch-rejected' })
  })

  test('behavior: who agrees to a chain and does not widen the session has not switched', async () => {
    const { kit, wallet, topic, connection, events } = await connected(evmGrant(one))
    const answer = async () => {
      await expect
        .poll(() => events.some(({ type }) => type === 'request'), { timeout: 10_000 })
        .toBe(true)
      const asked = events.filter((event) => event.type === 'request').at(-1)?.request
      events.length = 0
      if (asked) await wallet.respond(asked, { result: null })
    }
    const failing = switchChain(kit, { chain: three.id }).catch((error: unknown) => error)
    await answer()
    expect(await failing).toMatchObject({ code: 'switch-failed' })
    expect(connection()).toMatchObject({
      sessions: [{ chains: [one.id], selected: `${one.id}:${address}` }],
    })
    const switching = switchChain(kit, { chain: three.id })
    await answer()
    await wallet.update(topic, evmGrant(one, three))
    expect(await switching).toMatchObject({ account: `${three.id}:${address}` })
  })
})
