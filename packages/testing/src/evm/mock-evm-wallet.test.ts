import { verifyMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { lies } from '../parts/behavior.ts'
import { mockEvmWallet } from './mock-evm-wallet.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function wallet(options: Parameters<typeof mockEvmWallet>[0] = {}) {
  const mock = mockEvmWallet({ accounts: keys, ...options })
  const ask = (method: string, ...params: readonly unknown[]) =>
    mock.provider.request({ method, params })
  const heard: [string, unknown][] = []
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect']) {
    mock.provider.on(event, (payload) => heard.push([event, payload]))
  }
  return { mock, ask, heard }
}

describe('mockEvmWallet', () => {
  test('default', async () => {
    const { mock, ask, heard } = wallet()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([ada, grace])
    expect(await ask('eth_accounts')).toEqual([ada, grace])
    expect(await ask('eth_chainId')).toBe('0x7a69')
    expect(heard).toEqual([['accountsChanged', [ada, grace]]])
    expect([mock.prompts(), mock.requests.length, mock.listenerCount()]).toEqual([1, 4, 3])
  })

  test('behavior: it announces itself when asked, until it vanishes', () => {
    const { mock } = wallet()
    const page = new EventTarget()
    const seen: unknown[] = []
    page.addEventListener('eip6963:announceProvider', (event) =>
      seen.push((event as CustomEvent).detail.provider),
    )
    const stop = mock.install(page, { legacy: true })
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toEqual([mock.provider, mock.provider])
    expect((page as { ethereum?: unknown }).ethereum).toBe(mock.provider)
    stop()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(2)
    expect('ethereum' in page).toBe(false)
  })

  test('behavior: it signs with real keys, for accounts it has given out', async () => {
    const { ask } = wallet()
    await expect(ask('personal_sign', '0x6869', ada)).rejects.toMatchObject({ code: 4100 })
    await ask('eth_requestAccounts')
    const signature = (await ask('personal_sign', '0x6869', grace)) as `0x${string}`
    expect(await verifyMessage({ address: grace, message: 'hi', signature })).toBe(true)
    await expect(ask('personal_sign', '0x6869', '0xdead')).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: it knows its chains, and learns those it is given', async () => {
    const { ask, heard } = wallet({ chains: ['eip155:5'] })
    await ask('wallet_switchEthereumChain', { chainId: '0x5' })
    await expect(ask('wallet_switchEthereumChain', { chainId: '0xa' })).rejects.toMatchObject({
      code: 4902,
    })
    await ask('wallet_addEthereumChain', { chainId: '0xa', rpcUrls: ['http://127.0.0.1:1'] })
    expect(heard).toEqual([
      ['chainChanged', '0x5'],
      ['chainChanged', '0xa'],
    ])
  })

  test.each([
    ['reject', 4001],
    ['pending', -32002],
    ['die', 4900],
    [{ fail: { code: 7 } }, 7],
  ] as const)('parameters: behavior %o', async (behavior, code) => {
    const { mock, ask } = wallet()
    mock.behave(behavior, 'eth_requestAccounts')
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code })
  })

  test('behavior: hanging requests wait for their release', async () => {
    const { mock, ask } = wallet()
    mock.behave('hang')
    const heard: unknown[] = []
    ask('eth_requestAccounts').then((answer) => heard.push(answer))
    ask('eth_chainId').catch((error: { code: number }) => heard.push(error.code))
    expect([
      heard,
      await mock.release(),
      await mock.release('reject'),
      await mock.release(),
    ]).toEqual([[[ada, grace], 4001], true, true, false])
  })

  test('behavior: answering twice calls back twice', async () => {
    const { mock } = wallet()
    mock.behave('twice')
    const heard: unknown[] = []
    mock.provider.request({ method: 'eth_requestAccounts' }).then((answer) => heard.push(answer))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard).toEqual([[ada, grace], ['0x000000000000000000000000000000000000dEaD']])
  })

  test('behavior: late is late, lies are answered as they are', async () => {
    const { mock, ask } = wallet()
    mock.behave({ late: 30 })
    const start = performance.now()
    await ask('eth_chainId')
    expect(performance.now() - start).toBeGreaterThan(25)
    for (const lie of lies) {
      mock.behave({ lie })
      expect(await ask('eth_requestAccounts')).toBe(lie)
    }
  })

  test('behavior: the person changes account, chain, mind; the wallet dies and lives again', async () => {
    const { mock, ask, heard } = wallet({ isAuthorized: true })
    mock.selectAccount(1)
    mock.selectChain(7)
    mock.revoke()
    mock.die()
    expect(heard.map(([event, payload]) => (event === 'disconnect' ? event : payload))).toEqual([
      [grace, ada],
      '0x7',
      [],
      'disconnect',
    ])
    await expect(ask('eth_chainId')).rejects.toMatchObject({ code: 4900 })
    mock.revive()
    expect(await ask('eth_chainId')).toBe('0x7')
  })

  test('parameters: memory', async () => {
    const kept = new Map<string, string>()
    const memory = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    await wallet({ memory }).ask('eth_requestAccounts')
    expect(await wallet({ memory }).ask('eth_accounts')).toEqual([ada, grace])
    await wallet({ memory }).ask('wallet_revokePermissions')
    expect([await wallet({ memory }).ask('eth_accounts'), kept.size]).toEqual([[], 0])
  })

  test('behavior: without a node, reads do not exist and a sent transaction is a hash nobody knows', async () => {
    const { ask } = wallet({ isAuthorized: true })
    await expect(ask('eth_getBalance', ada)).rejects.toMatchObject({ code: 4200 })
    expect(await ask('eth_sendTransaction', { from: ada, to: grace })).toMatch(/^0x[0-9a-f]{64}$/)
    const elsewhere = ask('eth_sendTransaction', { from: ada, to: grace, chainId: '0x1' })
    await expect(elsewhere).rejects.toMatchObject({ code: -32602 })
  })
})
