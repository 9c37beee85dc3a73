import type { KitOptions } from '@latchkey/core'
import type { ModalOptions } from '@latchkey/modal'
import type { Chain } from '@latchkey/protocol'
import type { MockEvmWalletOptions } from '@latchkey/testing'

/** What a test wants on the page; travels in the query, so it outlives reloads. */
export interface Setup {
  readonly chains: readonly Chain[]
  /** JSON-RPC address behind the mock wallets. */
  readonly rpcUrl?: string
  readonly wallets?: readonly Omit<MockEvmWalletOptions, 'memory' | 'accounts'>[]
  /**
   * An object that is not among the wallets stands as `window.ethereum` and claims to be all of
   * them.
   */
  readonly hijack?: boolean
  /** The kit can reach a wallet on a phone, played by `stage.phone`. */
  readonly hasPhone?: boolean
  /** Relays of real sessions with wallets elsewhere. */
  readonly relays?: readonly string[]
  /** Origin of a vault: the kit signs in by email and social account. */
  readonly vault?: string
  /** Address of the wallet on the phone. */
  readonly account?: string
  /** Wallets and adapters of other chain families stand beside the first. */
  readonly families?: FamiliesSetup
  /** The kit has no adapter. */
  readonly isBare?: boolean
  readonly kit?: Pick<KitOptions, 'gateway' | 'features' | 'wallets' | 'enableReconnect' | 'swaps'>
  readonly modal?: ModalOptions
  /** Mounts in StrictMode, this many buttons. */
  readonly buttons?: number
  /** What a server drew of the page: it is hydrated. */
  readonly markup?: string
}

export interface FamiliesSetup {
  /** The kit speaks this family and no other. */
  readonly only?: 'solana' | 'bip122' | 'stacks'
  /** Of their nodes. */
  readonly solana?: string
  readonly bitcoin?: string
  readonly stacks?: string
  /** Foxglove speaks no Solana. */
  readonly lacksSolana?: boolean
  /** A wallet of Bitcoin by Wallet Standard stands there too: Brindle. */
  readonly hasBrindle?: boolean
  /** Private keys of the wallets of Bitcoin and Stacks, 32 bytes in hex. */
  readonly keys?: readonly string[]
}
