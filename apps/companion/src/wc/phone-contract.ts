import type { ChainId } from '@latchkey/protocol'
import type { WalletOptions, WalletSide } from '@latchkey/walletconnect/wallet'
import type { Address } from 'viem'
import type { WalletStore } from '../wallet.ts'
import type { PhoneState, VisitorQuestion } from './phone-state.ts'

/** The wallet's side of WalletConnect, as this wallet's pages use it. */
export interface Phone {
  read(): PhoneState
  watch(listener: () => void): () => void
  pair(link: string): Promise<void>
  /** Opens a link that carries the request itself. */
  dispatch(link: string): Promise<void>
  /**
   * `accounts`: Ethereum accounts, the selected one first; `otherAccount`: number of the account in
   * the other families, default the first.
   */
  approve(
    question: VisitorQuestion,
    accounts: readonly string[],
    otherAccount?: number,
  ): Promise<void>
  reject(question: VisitorQuestion): Promise<void>
  selectAccount(topic: string, account: Address): Promise<void>
  /** Gives a page another account of Solana, Bitcoin and Stacks. */
  selectOther(topic: string, account: number): Promise<void>
  selectChain(topic: string, chain: ChainId): Promise<void>
  extend(topic: string): Promise<void>
  end(topic: string): Promise<void>
  /** Makes this tab the active one again. */
  take(): void
  stop(): void
}

export interface PhoneOptions {
  readonly store: WalletStore
  readonly create: (options: WalletOptions) => WalletSide
  readonly relays: WalletOptions['relays']
  /** The browser's locks, which decide which tab is active; without them every tab is active. */
  readonly locks?: LockManager | undefined
  readonly origin: string
  /** Opens a page's link that carries an answer. */
  readonly openLink: NonNullable<WalletOptions['openLink']>
}
