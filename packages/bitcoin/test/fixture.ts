import type { Adapter, ConnectRequest } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import {
  type MockWbipWallet,
  type MockWbipWalletOptions,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { bitcoin } from '../src/bitcoin.ts'
import { regtest, testnet4 } from '../src/chains.ts'

export const local: Chain = {
  id: regtest,
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
  testnet: true,
}
export const test4: Chain = { ...local, id: testnet4, name: 'Testnet4' }

/** An adapter and a wallet on one page. */
export function page(
  options: Partial<MockWbipWalletOptions> = {},
  chains: readonly Chain[] = [local, test4],
): {
  readonly target: Record<string, unknown>
  readonly wallet: MockWbipWallet
  readonly adapter: Adapter
} {
  const target: Record<string, unknown> = {}
  const wallet = mockWbipWallet({ persona: wbipPersonas.rich, ...options })
  return { target, wallet, adapter: bitcoin({ chains, page: target }) }
}

/** Published addresses: from BIP-173, BIP-350, and the first block. */
export const published = {
  mainnet: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  test: [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ],
} as const

export const request = (more: Partial<ConnectRequest> = {}): ConnectRequest => ({
  chains: [local, test4],
  silent: false,
  signal: new AbortController().signal,
  onPrompt: () => {},
  ...more,
})
