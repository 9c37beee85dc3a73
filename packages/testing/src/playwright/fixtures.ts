import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import type {
  InjectBitcoinOptions,
  InjectEvmOptions,
  InjectedBitcoinWallet,
  InjectedEvmWallet,
  InjectedSolanaWallet,
  InjectedStacksWallet,
  InjectSolanaOptions,
  InjectStacksOptions,
} from '../inject/contract.ts'
import { injectWallet } from '../inject/inject-wallet.ts'
import {
  type ScriptedPhone,
  type ScriptedPhoneOptions,
  scriptedPhone,
} from '../phone/scripted-phone.ts'
import { mockRelay } from '../relay/mock-relay.ts'
import type { MockRelay } from '../relay/relay-contract.ts'
import { routeRelay } from './route-relay.ts'

/** Options for the wallet of each fixture. */
export interface WalletOptions {
  readonly evm?: InjectEvmOptions
  readonly solana?: Omit<InjectSolanaOptions, 'family'>
  readonly bitcoin?: Omit<InjectBitcoinOptions, 'family'>
  readonly stacks?: Omit<InjectStacksOptions, 'family'>
  readonly phone?: Omit<ScriptedPhoneOptions, 'relay'>
}

/** Playwright fixtures for wallets. A wallet is injected only in a test that uses its fixture. */
export interface WalletFixtures {
  /** Options of the wallets; set them with `test.use({ walletOptions })`. */
  readonly walletOptions: WalletOptions
  /** An Ethereum wallet. */
  readonly wallet: InjectedEvmWallet
  readonly solanaWallet: InjectedSolanaWallet
  /** A Bitcoin wallet that registers by Wallet Standard. */
  readonly bitcoinWallet: InjectedBitcoinWallet
  /** A wallet for Bitcoin and Stacks (WBIP). */
  readonly stacksWallet: InjectedStacksWallet
  /** A WalletConnect relay in the test process, to which the page's relay sockets are routed. */
  readonly relay: MockRelay
  /** A simulated mobile wallet that uses the fixture `relay`. */
  readonly phone: ScriptedPhone
}

/** Playwright's `test` with fixtures for wallets; `page` and `context` are Playwright's own. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & WalletFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<WalletFixtures>({
  walletOptions: [{}, { option: true }],
  wallet: async ({ context, walletOptions }, use) => {
    await use(await injectWallet(context, walletOptions.evm))
  },
  solanaWallet: async ({ context, walletOptions }, use) => {
    await use(await injectWallet(context, { ...walletOptions.solana, family: 'solana' }))
  },
  bitcoinWallet: async ({ context, walletOptions }, use) => {
    await use(await injectWallet(context, { ...walletOptions.bitcoin, family: 'bitcoin' }))
  },
  stacksWallet: async ({ context, walletOptions }, use) => {
    await use(await injectWallet(context, { ...walletOptions.stacks, family: 'stacks' }))
  },
  relay: async ({ context }, use) => {
    const relay = mockRelay()
    await routeRelay(context, relay)
    await use(relay)
  },
  phone: async ({ relay, walletOptions }, use) => {
    const phone = await scriptedPhone({ ...walletOptions.phone, relay })
    await use(phone)
    phone.close()
  },
})
