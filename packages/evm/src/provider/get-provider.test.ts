import { disconnect, switchAccount, switchChain } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, grace, settle } from '../../test/fixture.ts'
import { getProvider } from './get-provider.ts'
import type { ProviderEvents } from './provider-events.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

function open(options: Parameters<typeof kitWithWallet>[0] = {}) {
  const all = kitWithWallet(options)
  stops.push(all.stop)
  const provider = getProvider(all.kit)
  const events: (readonly [string, unknown])[] = []
  const names = ['connect', 'chainChanged', 'accountsChanged', 'disconnect', 'message'] as const
  for (const name of names) {
    provider.on(name, (payload: unknown) => void events.push([name, payload]))
  }
  const ask = (method: string, params?: readonly unknown[]) => provider.request({ method, params })
  return { ...all, provider, events, ask }
}

describe('getProvider', () => {
  test('default: one object for a kit, another for another kit', () => {
    const [one, two] = [open(), open()]
    expect(getProvider(one.kit)).toBe(one.provider)
    expect(getProvider(two.kit)).not.toBe(one.provider)
  })

  test('default: accounts and chain before, while and after a wallet is connected', async () => {
    const { ask, join, kit, provider } = open()
    expect([await ask('eth_accounts'), await ask('eth_chainId')]).toEqual([[], '0x7a69'])
    expect([await ask('eth_coinbase'), provider.isConnected()]).toEqual([null, false])
    await join()
    expect([await ask('eth_accounts'), await ask('eth_requestAccounts')]).toEqual([
      [ada, grace],
      [ada, grace],
    ])
    expect([await ask('net_version'), await ask('eth_coinbase')]).toEqual(['31337', ada])
    expect(provider.isConnected()).toBe(true)
    await disconnect(kit)
    expect([await ask('eth_accounts'), provider.isConnected()]).toEqual([[], false])
  })

  test('behavior: events in the order connect, chain, accounts, disconnect, each once', async () => {
    const { events, join, kit, wallet } = open()
    await join()
    expect(events.splice(0)).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [ada, grace]],
    ])
    await switchChain(kit, { chain: 'eip155:5' })
    expect(events.splice(0)).toEqual([['chainChanged', '0x5']])
    await switchAccount(kit, { account: `eip155:5:${grace}` })
    expect(events.splice(0)).toEqual([['accountsChanged', [grace, ada]]])
    wallet.selectChain(137)
    expect(events.splice(0)).toEqual([['chainChanged', '0x89']])
    await disconnect(kit)
    expect(events.splice(0)).toMatchObject([
      ['chainChanged', '0x5'],
      ['accountsChanged', []],
      ['disconnect', { code: 4900, name: 'ProviderRpcError' }],
    ])
  })

  test('behavior: a wallet that is locked or revokes shares no account', async () => {
    const { ask, events, join, wallet } = open()
    await join()
    events.splice(0)
    wallet.lock()
    await settle()
    expect(events.map(([name]) => name)).toEqual(['accountsChanged', 'disconnect'])
    expect(await ask('eth_accounts')).toEqual([])
  })

  test('behavior: once is once, a removed listener hears nothing, one that throws disturbs nobody', async () => {
    const { join, kit, provider } = open()
    const [once, gone, removed] = [vi.fn(), vi.fn(), vi.fn()]
    const thrown: unknown[] = []
    const keep = (error: unknown) => void thrown.push(error)
    process.on('uncaughtException', keep)
    const throwing = () => {
      throw new Error('a listener of the page')
    }
    expect(provider.once('chainChanged', once).on('chainChanged', throwing)).toBe(provider)
    provider.on('chainChanged', gone).removeListener('chainChanged', gone)
    provider.on('chainChanged', removed).off('chainChanged', removed)
    const last = vi.fn()
    provider.on('chainChanged', last)
    await join()
    await switchChain(kit, { chain: 'eip155:5' })
    await switchChain(kit, { chain: 'eip155:31337' })
    await settle()
    process.off('uncaughtException', keep)
    expect([once, gone, removed, last].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 2])
    expect(thrown).toHaveLength(2)
  })

  test('behavior: the kit is watched only while somebody listens', () => {
    const { kit } = kitWithWallet()
    const watch = vi.spyOn(kit, 'watch')
    const provider = getProvider(kit)
    const listener: ProviderEvents['chainChanged'] = () => {}
    expect(watch).not.toHaveBeenCalled()
    provider.on('chainChanged', listener).on('accountsChanged', () => {})
    expect(watch).toHaveBeenCalledOnce()
  })

  test('behavior: signatures and transactions go to the wallet as they are', async () => {
    const { ask, join, wallet } = open()
    await join()
    const signature = await ask('personal_sign', ['0x6869', ada])
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: ['0x6869', ada] })
    wallet.behave({ lie: '0xhash' }, 'eth_sendTransaction')
    const transaction = { from: ada.toLowerCase(), to: grace, value: '0x1' }
    expect(await ask('eth_sendTransaction', [transaction])).toBe('0xhash')
    expect(wallet.requests.at(-1)?.params).toEqual([transaction])
  })

  test.each([
    ['reject', 4001],
    ['pending', -32002],
    [{ fail: { code: 5000, message: 'User rejected.' } }, 4001],
    [{ fail: { code: 4200, message: 'no' } }, 4200],
    [{ fail: new Error('User denied transaction signature') }, 4001],
    [{ fail: new LatchkeyError('connection-rejected') }, 4001],
    [{ fail: new LatchkeyError('modal-closed') }, 4001],
    [{ fail: new LatchkeyError('connection-pending') }, -32002],
    [{ fail: 'broken' }, -32603],
    [{ fail: null }, -32603],
  ] as const)('behavior: a wallet that answers %o throws %i', async (behavior, code) => {
    const { ask, join, wallet } = open()
    await join()
    wallet.behave(behavior, 'personal_sign')
    await expect(ask('personal_sign', ['0x6869', ada])).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code,
      message: expect.stringMatching(/./),
    })
  })

  test('behavior: what a wallet adds to an error arrives', async () => {
    const { ask, join, wallet } = open()
    await join()
    const raw = Object.assign(new Error('execution reverted'), { code: 3, data: '0x08c379a0' })
    wallet.behave({ fail: raw }, 'eth_sendTransaction')
    await expect(ask('eth_sendTransaction', [{ from: ada }])).rejects.toMatchObject({
      code: 3,
      data: '0x08c379a0',
      cause: raw,
    })
  })

  test.each([
    ['personal_sign', ['0x6869', ada], 4100],
    ['eth_requestAccounts', undefined, 4100],
    ['wallet_requestPermissions', [{ eth_accounts: {} }], 4100],
    ['wallet_switchEthereumChain', [{ chainId: '0x89' }], 4902],
    ['eth_subscribe', ['newHeads'], 4200],
  ] as const)('behavior: without a wallet, %s %o throws %s', async (method, params, code) => {
    await expect(open().ask(method, params)).rejects.toMatchObject({ code })
  })

  test.each([
    [undefined, -32600],
    [null, -32600],
    [{}, -32600],
    [{ method: '' }, -32600],
    [{ method: 7 }, -32600],
    [{ method: 'eth_accounts', params: 'x' }, -32600],
    [{ method: 'eth_accounts', params: null }, -32600],
    [{ method: 'wallet_switchEthereumChain' }, -32602],
    [{ method: 'wallet_switchEthereumChain', params: [{ chainId: 'one' }] }, -32602],
    [{ method: 'eth_getBalance', params: { address: ada } }, -32602],
  ])('behavior: %o is no request: %i', async (parameters, code) => {
    await expect(open().provider.request(parameters as never)).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code,
    })
  })

  test('behavior: a transaction of an account that the page was not given is refused here', async () => {
    const { ask, join, wallet } = open()
    await join()
    const from = `0x${'12'.repeat(20)}`
    await expect(ask('eth_sendTransaction', [{ from, to: ada }])).rejects.toMatchObject({
      code: 4100,
    })
    expect(wallet.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  test('behavior: one of the kit’s chains is switched by the kit, another by the wallet', async () => {
    const { ask, join, wallet } = open()
    await join()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x5')
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x89' }])).rejects.toMatchObject({
      code: 4902,
    })
    const polygon = { chainId: '0x89', rpcUrls: ['https://rpc.example'] }
    expect(await ask('wallet_addEthereumChain', [polygon])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x89')
    wallet.behave('reject', 'wallet_switchEthereumChain')
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).rejects.toMatchObject({
      code: 4001,
    })
  })

  test('behavior: permissions are the connection (EIP-2255); revoking ends it', async () => {
    const { ask, join } = open()
    expect(await ask('wallet_getPermissions')).toEqual([])
    await join()
    expect(await ask('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual([
      {
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [ada, grace] }],
      },
    ])
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await ask('eth_accounts')).toEqual([])
  })
})
