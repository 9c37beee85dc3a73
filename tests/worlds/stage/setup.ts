import type { KitOptions, SignInOptions, SignInProvider } from '@latchkey/core'
import type { ModalOptions } from '@latchkey/modal'
import type { Chain } from '@latchkey/protocol'
import type { MockEvmWalletOptions } from '@latchkey/testing'

/** A test's setup of the page; kept in the query, so it survives reloads. */
export interface Setup {
  readonly chains: readonly Chain[]
  /** JSON-RPC URL behind the mock wallets. */
  readonly rpcUrl?: string
  readonly wallets?: readonly (Omit<MockEvmWalletOptions, 'memory' | 'accounts'> & {
    /** Private keys of the wallet's accounts, in hex. */
    readonly accounts?: readonly `0x${string}`[]
  })[]
  /** Whether another object is installed as `window.ethereum` and claims to be every wallet. */
  readonly hijack?: boolean
  /** Whether the kit has a transport to a fake phone, `stage.phone`. */
  readonly hasPhone?: boolean
  /** Relays for real sessions with remote wallets. */
  readonly relays?: readonly string[]
  /** Origin of a vault, for login by email and social account. */
  readonly vault?: string
  /** Address of the wallet on the phone. */
  readonly account?: string
  /** Wallets and adapters of other chain families. */
  readonly families?: FamiliesSetup
  /** Whether the page has the family of `tests/worlds/toy-chain` too, with a wallet of its own. */
  readonly hasToy?: boolean
  /** Whether the kit has no adapter. */
  readonly isBare?: boolean
  /** Sets up a sign-in server in the page's memory, whose session outlives a reload. */
  readonly signIn?: Omit<SignInOptions, 'provider'> & {
    /** The calls that the server does not answer at first. */
    readonly fails?: readonly (keyof SignInProvider)[]
    /**
     * The whole text that the server writes, in which `{account}` stands for the account's address.
     */
    readonly message?: string
    readonly statement?: string
  }
  readonly kit?: Pick<
    KitOptions,
    'gateway' | 'features' | 'wallets' | 'enableReconnect' | 'swaps' | 'signIn'
  >
  readonly modal?: ModalOptions
  /** Number of buttons; mounts in StrictMode. */
  readonly buttons?: number
  /** Server-rendered markup to hydrate. */
  readonly markup?: string
}

export interface FamiliesSetup {
  /** The only family of the kit. */
  readonly only?: 'solana' | 'bip122' | 'stacks'
  /** URLs of the families' nodes. */
  readonly solana?: string
  readonly bitcoin?: string
  readonly stacks?: string
  /** Whether Foxglove does not support Solana. */
  readonly lacksSolana?: boolean
  /** Whether Brindle, a Bitcoin wallet by Wallet Standard, is installed too. */
  readonly hasBrindle?: boolean
  /** Private keys of the Bitcoin and Stacks wallets, 32 bytes in hex. */
  readonly keys?: readonly string[]
}
