import { type ConnectorEvent, connect, createKit, getAccount, switchChain } from '@latchkey/core'
import { chainOf } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { found, local, main, page, request, settle } from '../../test/fixture.ts'

describe('connector', () => {
  test('default', async () => {
    const { connector, wallet } = found()
    const [one, two] = wallet.accounts.map(({ address }) => address)
    const { sessions } = await connector.connect(request())
    expect(sessions).toEqual([
      {
        namespace: 'solana',
        chains: [local.id, main.id],
        accounts: [one, one, two, two].map((address, i) => ({
          account: `${i % 2 ? main.id : local.id}:${address}`,
          type: 'eoa',
        })),
        selected: `${local.id}:${one}`,
      },
    ])
  })

  test('parameters: chains, the first one wished for is shown where the account is there', async () => {
    const one = (wallet: ReturnType<typeof found>['wallet']) => wallet.accounts[0]?.address
    const both = found()
    const first = await both.connector.connect(request({ chains: [main, local] }))
    expect(first.sessions[0]?.selected).toBe(`${main.id}:${one(both.wallet)}`)
    const other = found({ chains: ['solana:localnet'] })
    const second = await other.connector.connect(request({ chains: [main, local] }))
    expect(second.sessions[0]).toMatchObject({
      chains: [local.id],
      selected: `${local.id}:${one(other.wallet)}`,
    })
    const nowhere = found({ chains: ['solana:testnet'] })
    const third = await nowhere.connector.connect(request())
    expect(third.sessions[0]?.selected).toBe(
      `solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z:${one(nowhere.wallet)}`,
    )
  })

  test('behavior: silent asks silently, and gets nothing that was not granted', async () => {
    const { connector, wallet } = found()
    await expect(connector.connect(request({ silent: true }))).rejects.toMatchObject({
      code: 'account-missing',
    })
    expect(wallet.requests).toEqual([{ method: 'standard:connect', params: [{ silent: true }] }])
    await connector.connect(request())
    expect(wallet.requests[1]).toEqual({ method: 'standard:connect', params: [] })
  })

  const hostile = (account: object, change: object) => ({ accounts: [{ ...account, ...change }] })
  test.each([
    ['an address that is not its key', { address: '1'.repeat(32) }],
    ['no key', { publicKey: undefined }],
    ['a short key', { publicKey: new Uint8Array(31) }],
    ['a key in text', { publicKey: 'x'.repeat(32) }],
    ['chains of another family', { chains: ['sui:mainnet'] }],
  ])('behavior: an account with %s grants nothing', async (_, change) => {
    const { connector, wallet } = found()
    wallet.behave({ lie: hostile(wallet.accounts[0] ?? {}, change) })
    await expect(connector.connect(request())).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
  })

  test('behavior: an account stands once, beside those that are none', async () => {
    const { connector, wallet } = found({ chains: ['solana:localnet'] })
    const [account] = wallet.accounts
    wallet.behave({ lie: { accounts: [null, account, account, { address: 7 }] } })
    const { sessions } = await connector.connect(request())
    expect(sessions[0]?.accounts).toHaveLength(1)
  })

  test('behavior: odd events are none, and a change between grant and first listener is told', async () => {
    const { connector, wallet } = found()
    const { sessions } = await connector.connect(request())
    for (const odd of [
      undefined,
      null,
      7,
      {},
      { accounts: 'x' },
      { accounts: [{}] },
      { features: {} },
    ]) {
      wallet.emit(odd)
    }
    wallet.emit({ accounts: wallet.wallet.accounts })
    wallet.selectAccount(1)
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    expect(events).toMatchObject([{ type: 'session', reason: 'accounts' }])
    const [event] = events
    expect(event?.type === 'session' && event.session.selected).not.toBe(sessions[0]?.selected)
  })

  test('behavior: the shown chain stays while the account is on it', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const chains: string[] = []
    connector.watch(
      (event) => event.type === 'session' && chains.push(chainOf(event.session.selected)),
    )
    await settle()
    wallet.selectChains(['solana:mainnet'])
    wallet.selectChains(['solana:localnet', 'solana:mainnet'])
    wallet.selectAccount(1)
    expect(chains).toEqual([main.id, main.id, main.id])
  })

  test('behavior: a kit goes to another chain without a question', async () => {
    const { target, wallet, adapter } = page()
    wallet.install(target)
    const kit = createKit({ adapters: [adapter] })
    const stop = kit.subscribe(() => {})
    const [id = ''] = Object.keys(kit.getState().connectors)
    await connect(kit, { connector: id })
    expect(getAccount(kit).account).toBe(`${local.id}:${wallet.accounts[0]?.address}`)
    const before = wallet.prompts()
    await switchChain(kit, { chain: main.id })
    expect(getAccount(kit).account).toBe(`${main.id}:${wallet.accounts[0]?.address}`)
    expect(wallet.prompts()).toBe(before)
    stop()
  })

  test('behavior: a wallet without events connects all the same', async () => {
    const { connector } = found({ lacks: ['standard:events', 'standard:disconnect'] })
    expect((await connector.connect(request())).sessions).toHaveLength(1)
    await connector.disconnect()
  })

  test('behavior: a wallet that dies ends the session', async () => {
    const { connector, wallet, adapter } = found()
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    wallet.die()
    expect(events).toEqual([{ type: 'end' }])
    const error = await connector.connect(request()).catch((error: unknown) => error)
    expect(adapter.explain(error)).toBe('wallet-disconnected')
  })
})
