import type { Connector, ConnectRequest } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { type MockEvmWalletOptions, mockEvmWallet } from '@latchkey/testing'
import { evm } from '../src/evm.ts'

export const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
export const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const devnet: Chain = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:1'],
}
export const other: Chain = { ...devnet, id: 'eip155:5', name: 'Other' }

/** An adapter and a wallet on one page. */
export function page(
  options: MockEvmWalletOptions = {},
  chains: readonly Chain[] = [devnet, other],
) {
  const target = new EventTarget()
  const wallet = mockEvmWallet({ accounts: keys, ...options })
  const adapter = evm({ chains, page: target })
  return { target, wallet, adapter }
}

/** The connector of the wallet installed on a page. */
export function found(options: MockEvmWalletOptions = {}, chains?: readonly Chain[]) {
  const all = page(options, chains)
  const connectors: Connector[] = []
  all.wallet.install(all.target)
  all.adapter.discover((connector) => connectors.push(connector))
  const [connector] = connectors
  if (!connector) throw new Error('no connector was found')
  return { ...all, connector, connectors }
}

export function request(more: Partial<ConnectRequest> = {}): ConnectRequest {
  return {
    chains: [devnet, other],
    silent: false,
    signal: new AbortController().signal,
    onPrompt: () => {},
    ...more,
  }
}

export const signal = new AbortController().signal

export function settle(ms = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
