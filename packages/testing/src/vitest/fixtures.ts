import { test as base, type TestAPI } from 'vitest'
import type { MockBitcoinStandardWallet } from '../bitcoin-standard/contract.ts'
import { mockBitcoinStandardWallet } from '../bitcoin-standard/mock-bitcoin-standard-wallet.ts'
import { mockEvmWallet } from '../evm/mock-evm-wallet.ts'
import { devnetKeys } from '../parts/devnet-keys.ts'
import type { MockEvmWallet } from '../parts/mock-wallet.ts'
import { type ScriptedPhone, scriptedPhone } from '../phone/scripted-phone.ts'
import { mockRelay } from '../relay/mock-relay.ts'
import type { MockRelay } from '../relay/relay-contract.ts'
import type { MockSolanaWallet } from '../solana/contract.ts'
import { mockSolanaWallet } from '../solana/mock-solana-wallet.ts'
import { fromHex } from '../wbip/bytes.ts'
import type { MockWbipWallet } from '../wbip/contract.ts'
import { mockWbipWallet } from '../wbip/mock-wbip-wallet.ts'
import { wbipPersonas } from '../wbip/persona.ts'

/**
 * Vitest fixtures for wallets. A wallet is installed only in a test that uses its fixture, and
 * removed afterwards. The wallets have the accounts that `@latchkey/devnet` funds, and consist of
 * class instances with getters.
 */
export interface KitFixtures {
  /**
   * Target on which the wallets announce themselves: `window` in a DOM environment, else an
   * `EventTarget` to pass to adapters as the option `page`.
   */
  readonly page: EventTarget
  /** An Ethereum wallet on chain 31337. */
  readonly wallet: MockEvmWallet
  readonly solanaWallet: MockSolanaWallet
  /** A Bitcoin wallet that registers by Wallet Standard. */
  readonly bitcoinWallet: MockBitcoinStandardWallet
  /** A wallet for Bitcoin and Stacks (WBIP). */
  readonly stacksWallet: MockWbipWallet
  /**
   * A WalletConnect relay in memory. During the test every `WebSocket` of the process connects to
   * it.
   */
  readonly relay: MockRelay
  /** A simulated mobile wallet that uses the fixture `relay`. */
  readonly phone: ScriptedPhone
}

/**
 * Vitest's `test` with fixtures for wallets of each chain family, a WalletConnect relay and a
 * mobile wallet.
 */
export const test: TestAPI<KitFixtures> = base.extend<KitFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern names the fixtures to use
  page: async ({}, use) => {
    await use((globalThis.window as EventTarget | undefined) ?? new EventTarget())
  },
  wallet: async ({ page }, use) => {
    const mock = mockEvmWallet({ accounts: devnetKeys.evm, isClass: true })
    const removeWallet = mock.install(page)
    await use(mock)
    removeWallet()
  },
  solanaWallet: async ({ page }, use) => {
    const mock = mockSolanaWallet({ seeds: devnetKeys.solana.map(fromHex), isClass: true })
    const removeWallet = mock.install(page)
    await use(mock)
    removeWallet()
  },
  bitcoinWallet: async ({ page }, use) => {
    const mock = mockBitcoinStandardWallet({ keys: devnetKeys.bitcoin, isClass: true })
    const removeWallet = mock.install(page)
    await use(mock)
    removeWallet()
  },
  stacksWallet: async ({ page }, use) => {
    const { plain: persona } = wbipPersonas
    const mock = mockWbipWallet({ persona, keys: devnetKeys.stacks, isClass: true })
    const removeWallet = mock.install(page)
    await use(mock)
    removeWallet()
  },
  // biome-ignore lint/correctness/noEmptyPattern: the pattern names the fixtures to use
  relay: async ({}, use) => {
    const relay = mockRelay()
    const { WebSocket } = globalThis
    globalThis.WebSocket = relay.WebSocket
    await use(relay)
    globalThis.WebSocket = WebSocket
  },
  phone: async ({ relay }, use) => {
    const phone = await scriptedPhone({ relay })
    await use(phone)
    phone.close()
  },
})
