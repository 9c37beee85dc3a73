import type { Connector, ConnectRequest } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { type MockWbipWalletOptions, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { stacksTestnet } from '../src/chains.ts'
import { stacks } from '../src/stacks.ts'

export const local: Chain = {
  id: 'stacks:2155905152',
  name: 'Devnet',
  nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  rpcUrls: [],
  testnet: true,
}
export const testnet: Chain = { ...local, id: stacksTestnet, name: 'Testnet' }
export const mainnet: Chain = { ...local, id: 'stacks:1', name: 'Mainnet', testnet: false }

/** Addresses of the boot contracts, published with the chain. */
export const boot = {
  main: 'SP000000000000000000002Q6VF78',
  test: 'ST000000000000000000002AMW42H',
} as const

/** An adapter and a wallet on one page. */
export function page(
  options: Partial<MockWbipWalletOptions> = {},
  chains: readonly Chain[] = [local, testnet],
) {
  const target: Record<string, unknown> = {}
  const wallet = mockWbipWallet({ persona: wbipPersonas.rich, ...options })
  return { target, wallet, adapter: stacks({ chains, page: target }) }
}

export const signal = new AbortController().signal

export function request(more: Partial<ConnectRequest> = {}): ConnectRequest {
  return { chains: [local, testnet], silent: false, signal, onPrompt: () => {}, ...more }
}

/** The connected wallet of a page: its connector, and its selected account. */
export async function connected(
  options: Partial<MockWbipWalletOptions> = {},
  chains?: readonly Chain[],
) {
  const all = page(options, chains)
  all.wallet.install(all.target)
  const connectors: Connector[] = []
  all.adapter.discover((connector) => connectors.push(connector))()
  const [connector] = connectors
  if (!connector) throw new Error('no connector was found')
  const { sessions } = await connector.connect(request(chains ? { chains } : {}))
  const [session] = sessions
  if (!session) throw new Error('no session was granted')
  return { ...all, connector, session, account: session.selected }
}
