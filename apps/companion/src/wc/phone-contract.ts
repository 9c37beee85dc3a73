import type { ChainId } from '@latchkey/protocol'
import type { WalletOptions, WalletSide } from '@latchkey/walletconnect/wallet'
import type { Address } from 'viem'
import type { WalletStore } from '../wallet.ts'
import type { PhoneState, VisitorQuestion } from './phone-state.ts'

/** The wallet's side of WalletConnect, as the pages of this wallet show and steer it. */
export interface Phone {
  read(): PhoneState
  watch(listener: () => void): () => void
  pair(link: string): Promise<void>
  /** A link that brings the question itself. */
  dispatch(link: string): Promise<void>
  /**
   * `accounts`: of Ethereum, the selected one first; `other`: number of the account in the other
   * families, default the first.
   */
  approve(one: VisitorQuestion, accounts: readonly string[], other?: number): Promise<void>
  reject(one: VisitorQuestion): Promise<void>
  selectAccount(topic: string, account: Address): Promise<void>
  /** Moves a page to another account of Solana, Bitcoin and Stacks. */
  selectOther(topic: string, account: number): Promise<void>
  selectChain(topic: string, chain: ChainId): Promise<void>
  extend(topic: string): Promise<void>
  end(topic: string): Promise<void>
  /** Speaks for the wallet in this tab again. */
  take(): void
  stop(): void
}

export interface PhoneOptions {
  readonly store: WalletStore
  readonly create: (options: WalletOptions) => WalletSide
  readonly relays: WalletOptions['relays']
  /** Of this origin; where there are none, every tab speaks for the wallet. */
  readonly locks?: LockManager | undefined
  readonly origin: string
  /** Takes the visitor to a page's link that brings an answer. */
  readonly openLink: NonNullable<WalletOptions['openLink']>
}
