import { providerError } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { devnet, found, other, request, settle, signal } from '../../test/fixture.ts'

async function connected(options: Parameters<typeof found>[0] = {}) {
  const all = found(options)
  await all.connector.connect(request())
  all.wallet.requests.splice(0)
  const switchTo = (chain = other) => all.connector.features.switchChain?.({ chain, signal })
  const asked = () => all.wallet.requests.map(({ method }) => method)
  return { ...all, switchTo, asked }
}

describe('switchChain', () => {
  test('default', async () => {
    const { switchTo, wallet, asked } = await connected({ chains: [5] })
    await switchTo()
    expect(wallet.state().chain).toBe('eip155:5')
    expect(asked()).not.toContain('wallet_addEthereumChain')
  })

  test('behavior: the wallet is there already and is not asked', async () => {
    const { switchTo, wallet } = await connected()
    await switchTo(devnet)
    expect(wallet.prompts()).toBe(0)
  })

  test.each([
    ['4902', providerError(4902, 'Unrecognized chain')],
    ['nested 4902', providerError(-32603, 'Internal error', { originalError: { code: 4902 } })],
    ['4902 in words', providerError(-32603, 'Unrecognized chain ID "0x5"')],
    ['no such method', providerError(-32601, 'not found')],
    ['unsupported method', providerError(4200, 'unsupported')],
  ])('behavior: a chain that the wallet lacks (%s) is added', async (_, fail) => {
    const { switchTo, wallet } = await connected()
    wallet.behave({ fail }, 'wallet_switchEthereumChain')
    await switchTo({ ...other, explorer: { name: 'Look', url: 'https://look.example' } })
    expect(wallet.state().chain).toBe('eip155:5')
    expect(
      wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params,
    ).toEqual([
      {
        chainId: '0x5',
        chainName: 'Other',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:1'],
        blockExplorerUrls: ['https://look.example'],
      },
    ])
  })

  test('behavior: without an rpc address a chain cannot be added, and the wallet is not asked to', async () => {
    const { switchTo, asked } = await connected()
    await expect(switchTo({ ...other, rpcUrls: [] })).rejects.toMatchObject({
      code: 'chain-not-added',
    })
    expect(asked()).not.toContain('wallet_addEthereumChain')
  })

  test('parameters: rpcUrls, the only ones that the wallet is told, and none that is read in clear over a network', async () => {
    const { connector, wallet } = await connected()
    const told = ['http://node.example', 'https://gateway.example/v1?chainId=eip155:5&projectId=p']
    await connector.features.switchChain?.({
      chain: { ...other, rpcUrls: [] },
      rpcUrls: told,
      signal,
    })
    expect(
      wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params,
    ).toMatchObject([{ chainId: '0x5', rpcUrls: [told[1]] }])
    const none = connector.features.switchChain?.({
      chain: { ...other, id: 'eip155:6', rpcUrls: told },
      rpcUrls: ['http://node.example'],
      signal,
    })
    await expect(none).rejects.toMatchObject({ code: 'chain-not-added' })
  })

  test('behavior: a refusal is the refusal, of switching and of adding', async () => {
    const { switchTo, wallet, adapter, asked } = await connected()
    wallet.behave('reject', 'wallet_addEthereumChain')
    expect(adapter.explain(await switchTo()?.catch((error: unknown) => error))).toBe(
      'user-rejected',
    )
    wallet.requests.splice(0)
    wallet.behave('reject', 'wallet_switchEthereumChain')
    expect(adapter.explain(await switchTo()?.catch((error: unknown) => error))).toBe(
      'user-rejected',
    )
    expect(asked()).not.toContain('wallet_addEthereumChain')
  })

  test('behavior: a failure to add is named', async () => {
    const { switchTo, wallet } = await connected()
    wallet.behave({ fail: providerError(-32603, 'broken') }, 'wallet_addEthereumChain')
    await expect(switchTo()).rejects.toMatchObject({ code: 'chain-not-added' })
  })

  test('behavior: a wallet that adds without going there is asked again', async () => {
    const { switchTo, wallet, asked } = await connected({ chains: [5] })
    wallet.behave({ fail: providerError(4902, 'no') }, 'wallet_switchEthereumChain')
    wallet.behave({ lie: null }, 'wallet_addEthereumChain')
    await expect(switchTo()).rejects.toMatchObject({ code: 4902 })
    expect(asked().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
  })

  test('behavior: a wallet that says yes and stays is not believed', async () => {
    const { switchTo, wallet } = await connected({ chains: [5] })
    wallet.behave({ lie: null }, 'wallet_switchEthereumChain')
    await expect(switchTo()).rejects.toMatchObject({ code: 'switch-failed' })
  })

  test('behavior: a wallet that says yes and goes a little later is waited for', async () => {
    const { switchTo, wallet, asked } = await connected({ chains: [5] })
    wallet.behave({ lie: null }, 'wallet_switchEthereumChain')
    const state = { isDone: false }
    const switching = switchTo()?.then(() => {
      state.isDone = true
    })
    await settle()
    expect(state.isDone).toBe(false)
    wallet.selectChain(5)
    await switching
    expect(wallet.state().chain).toBe('eip155:5')
    expect(asked().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
    expect(asked()).not.toContain('wallet_addEthereumChain')
  })
})
