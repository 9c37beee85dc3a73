import { polygon } from '@latchkey/catalog/networks'
import { connect, createKit, getAccount, switchChain } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { mockEvmWallet } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

const coin = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const local: Chain = { id: 'eip155:31337', name: 'Local', nativeCurrency: coin, rpcUrls: [] }
const gateway = { url: 'https://gateway.example/', project: 'shop' }

/** A page whose wallet knows the local chain alone. */
async function opened(options: {
  readonly gateway?: typeof gateway
  readonly rpc?: Record<string, string>
}) {
  const page = new EventTarget()
  const wallet = mockEvmWallet()
  wallet.install(page)
  const { rpc, ...rest } = options
  const kit = createKit({
    adapters: [evm({ chains: [local, polygon], page, ...(rpc && { rpc }) })],
    storage: null,
    ...rest,
  })
  onTestFinished(kit.subscribe(() => undefined))
  await connect(kit, { connector: 'announced:test.mock.wallet' })
  const added = () =>
    wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params as [
      { rpcUrls: string[] },
    ]
  return { kit, added }
}

describe('a network of the catalogue that the wallet lacks', () => {
  test('behavior: a page with a gateway has it added by the address of its project', async () => {
    const { kit, added } = await opened({ gateway })
    await switchChain(kit, { chain: polygon.id })
    expect(getAccount(kit)).toMatchObject({ status: 'connected', chain: polygon.id })
    const [{ rpcUrls, ...rest }] = added()
    expect(rest).toMatchObject({
      chainId: '0x89',
      chainName: polygon.name,
      nativeCurrency: polygon.nativeCurrency,
    })
    const [url, ...others] = rpcUrls.map((text) => new URL(text))
    expect([url?.origin, url?.pathname, others]).toEqual(['https://gateway.example', '/v1', []])
    expect([url?.searchParams.get('chainId'), url?.searchParams.get('projectId')]).toEqual([
      polygon.id,
      'shop',
    ])
  })

  test('behavior: an address of the owner goes before it, and alone', async () => {
    const { kit, added } = await opened({ gateway, rpc: { [polygon.id]: 'https://node.example' } })
    await switchChain(kit, { chain: polygon.id })
    expect(added()[0].rpcUrls).toEqual(['https://node.example'])
  })

  test('behavior: without either it says what to do, and the wallet is not asked to add it', async () => {
    const { kit, added } = await opened({})
    await expect(switchChain(kit, { chain: polygon.id })).rejects.toMatchObject({
      code: 'chain-not-added',
      context: { fix: expect.stringContaining('a gateway') },
    })
    expect(added()).toBeUndefined()
  })
})
