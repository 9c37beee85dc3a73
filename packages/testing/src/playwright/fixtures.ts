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

/** Options of each fixture's wallet. */
export interface WalletOptions {
  readonly evm?: InjectEvmOptions
  readonly solana?: Omit<InjectSolanaOptions, 'family'>
  readonly bitcoin?: Omit<InjectBitcoinOptions, 'family'>
  readonly stacks?: Omit<InjectStacksOptions, 'family'>
  readonly phone?: Omit<ScriptedPhoneOptions, 'relay'>
}

/** The fixtures: a wallet stands in the page only of a test that names it. */
export interface WalletFixtures {
  /** Options of the wallets; set them with `test.use({ walletOptions })`. */
  readonly walletOptions: WalletOptions
  /** An Ethereum wallet. */
  readonly wallet: InjectedEvmWallet
  readonly solanaWallet: InjectedSolanaWallet
  /** A Bitcoin wallet of Wallet Standard. */
  readonly bitcoinWallet: InjectedBitcoinWallet
  /** A wallet for Bitcoin and Stacks. */
  readonly stacksWallet: InjectedStacksWallet
  /** The relay in the test that the page's relay sockets lead to. */
  readonly relay: MockRelay
  /** A phone at that relay. */
  readonly phone: ScriptedPhone
}

/** Playwright's `test` with the fixtures of wallets; its `page` and `context` are Playwright's. */
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
