import type { ConnectorEvent } from '@latchkey/core'
import { providerError } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { ada, found, grace, other, request, settle } from '../../test/fixture.ts'

describe('connector', () => {
  test('default', async () => {
    const { connector, wallet } = found()
    const { sessions } = await connector.connect(request())
    expect(sessions).toEqual([
      {
        namespace: 'eip155',
        chains: [],
        accounts: [
          { account: `eip155:31337:${ada}`, type: 'eoa' },
          { account: `eip155:31337:${grace}`, type: 'eoa' },
        ],
        selected: `eip155:31337:${ada}`,
      },
    ])
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
    ])
  })

  test('parameters: silent', async () => {
    const { connector, wallet } = found({ isAuthorized: true, chain: 1 })
    const { sessions } = await connector.connect(request({ silent: true }))
    expect(sessions[0]?.selected).toBe(`eip155:1:${ada}`)
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
  })

  test('behavior: a wallet that still allows the page, but tells no account, is locked', async () => {
    const { connector, wallet } = found({ isAuthorized: true, isLocked: true })
    await expect(connector.connect(request({ silent: true }))).rejects.toMatchObject({
      code: 'wallet-locked',
    })
    // It is asked without a prompt, and comes back by itself.
    expect(wallet.prompts()).toBe(0)
    const { connector: stranger } = found({ isLocked: true })
    await expect(stranger.connect(request({ silent: true }))).rejects.toMatchObject({
      code: 'account-missing',
    })
  })

  test('parameters: chains; a wallet elsewhere is asked to come, in one step', async () => {
    const { connector, wallet } = found({ chain: 1 })
    const { sessions } = await connector.connect(request())
    expect(sessions[0]?.selected).toBe(`eip155:31337:${ada}`)
    expect(
      wallet.requests.map(({ method }) => method).filter((method) => method.startsWith('wallet_')),
    ).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  test('parameters: chains; a wallet on one of them stays there', async () => {
    const { connector, wallet } = found({ chain: 5 })
    expect((await connector.connect(request())).sessions[0]?.selected).toBe(`eip155:5:${ada}`)
    expect(wallet.prompts()).toBe(1)
  })

  test('behavior: who refuses to switch is connected all the same, on the true chain', async () => {
    const { connector, wallet } = found({ chain: 1 })
    wallet.behave('reject', 'wallet_switchEthereumChain')
    expect((await connector.connect(request())).sessions[0]?.selected).toBe(`eip155:1:${ada}`)
  })

  test('behavior: an abort while switching ends the connect', async () => {
    const { connector, wallet } = found({ chain: 1 })
    wallet.behave('hang', 'wallet_switchEthereumChain')
    const controller = new AbortController()
    const connecting = connector.connect(request({ signal: controller.signal }))
    await settle()
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
    expect(wallet.listenerCount()).toBe(0)
  })

  test('behavior: decimal chain ids are understood', async () => {
    const { connector, wallet } = found({ isDecimal: true, chains: [5] })
    expect((await connector.connect(request())).sessions[0]?.selected).toBe(`eip155:31337:${ada}`)
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    wallet.selectChain(5)
    expect(events).toMatchObject([
      { type: 'session', reason: 'chain', session: { selected: `eip155:5:${ada}` } },
    ])
  })

  test('behavior: a request that is open already is thrown as it came', async () => {
    const { connector, wallet, adapter } = found()
    wallet.behave('pending')
    const error = await connector.connect(request()).catch((error: unknown) => error)
    expect(adapter.explain(error)).toBe('rpc-resource-unavailable')
  })

  test('behavior: what changes between the grant and the first listener is not lost', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    wallet.selectAccount(1)
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    expect(events).toMatchObject([
      { reason: 'accounts', session: { selected: `eip155:31337:${grace}` } },
    ])
  })

  test('behavior: an event that repeats what is known, or says nothing, is no event', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    wallet.emit('accountsChanged', [ada.toLowerCase(), grace])
    wallet.emit('chainChanged', '0x7a69')
    for (const lie of [undefined, null, 'x', {}, ['<b>'], [1], -1, '0x0', 'x'.repeat(1_048_576)]) {
      wallet.emit('accountsChanged', lie)
      wallet.emit('chainChanged', lie)
    }
    expect(events).toEqual([])
  })

  test('behavior: a wallet that dies ends the session; one that mends itself does not', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    wallet.emit('disconnect', providerError(1013, 'try again later'))
    await settle()
    expect(events).toEqual([])
    wallet.die()
    await settle()
    expect(events).toMatchObject([{ type: 'end' }])
    wallet.revive()
    expect((await connector.connect(request())).sessions).toHaveLength(1)
  })

  test('behavior: a listener that is gone is not told again', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const heard: string[] = []
    const first = connector.watch(() => {
      heard.push('a')
      second()
    })
    const second = connector.watch(() => heard.push('b'))
    await settle()
    wallet.selectAccount(1)
    wallet.selectAccount(0)
    expect(heard).toEqual(['a', 'b', 'a'])
    first()
    expect(wallet.listenerCount()).toBe(0)
  })

  test('behavior: providers that cannot forget a listener are not heard any more', async () => {
    const { connector, wallet } = found()
    Object.assign(wallet.provider, { removeListener: undefined })
    await connector.connect(request())
    const events: unknown[] = []
    const stop = connector.watch((event) => events.push(event))
    await settle()
    stop()
    wallet.selectAccount(1)
    expect(events).toEqual([])
  })

  test('behavior: providers without events connect all the same', async () => {
    const { connector, wallet } = found()
    Object.assign(wallet.provider, { on: undefined, removeListener: undefined })
    expect((await connector.connect(request())).sessions).toHaveLength(1)
  })

  test('behavior: no rejection goes unhandled when a wallet fails after the abort', async () => {
    const unhandled: unknown[] = []
    const hear = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', hear)
    const { connector, wallet } = found()
    wallet.behave('hang')
    const controller = new AbortController()
    const connecting = connector.connect(request({ signal: controller.signal }))
    await settle()
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'aborted' })
    await wallet.release('reject')
    await settle()
    process.off('unhandledRejection', hear)
    expect(unhandled).toEqual([])
  })

  test('behavior: switching tells the new chain even where the wallet does not', async () => {
    const { connector, wallet } = found({ chains: [5] })
    Object.assign(wallet.provider, { on: undefined })
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    await connector.features.switchChain?.({ chain: other, signal: new AbortController().signal })
    expect(events).toMatchObject([{ reason: 'chain', session: { selected: `eip155:5:${ada}` } }])
  })

  test('behavior: a request about a chain that the wallet is not on is not asked', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    const ask = (chain: 'eip155:31337' | 'eip155:5') =>
      connector.features.request?.({ chain, method: 'eth_chainId' })
    expect(await ask('eip155:31337')).toBe('0x7a69')
    const { length } = wallet.requests
    await expect(ask('eip155:5')).rejects.toMatchObject({ code: 'chain-mismatch' })
    expect(wallet.requests).toHaveLength(length)
  })

  test('behavior: what happens without a session is no event', async () => {
    const { connector, wallet } = found({ chain: 1, isAuthorized: true })
    const events: ConnectorEvent[] = []
    const stop = connector.watch((event) => events.push(event))
    await settle()
    wallet.revoke()
    wallet.selectChain(7)
    stop()
    await connector.connect(request())
    connector.watch((event) => events.push(event))
    await settle()
    expect(events).toEqual([])
  })

  test('behavior: a watch that is over before it began listens to nothing', async () => {
    const { connector, wallet } = found()
    connector.watch(() => expect.unreachable())()
    await settle()
    expect(wallet.listenerCount()).toBe(0)
  })

  test('behavior: disconnecting asks the wallet to take its permission back', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    await connector.disconnect()
    expect(wallet.state().isAuthorized).toBe(false)
    expect(wallet.requests.at(-1)).toEqual({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
  })
})
