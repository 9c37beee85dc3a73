import type { ChainId } from '@latchkey/protocol'
import type { WalletOptions, WalletSide } from '@latchkey/walletconnect/wallet'
import type { Address } from 'viem'
import type { WalletStore } from '../wallet.ts'
import type { PhoneState, VisitorQuestion } from './phone-state.ts'

/** What the wallet's pages can do by WalletConnect. */
export interface Phone {
  read(): PhoneState
  watch(listener: () => void): () => void
  pair(link: string): Promise<void>
  /** Opens a link in link mode, which contains the WalletConnect request itself. */
  dispatch(link: string): Promise<void>
  /**
   * Approves what the page asks. `accounts` are Ethereum accounts, the selected one first;
   * `otherAccount` is the number of the account in the other chain families, by default the first.
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
  /**
   * The browser's Web Locks, which decide which tab is active; without them every tab is active.
   */
  readonly locks?: LockManager | undefined
  readonly origin: string
  /** Opens a link to a page; the link contains the wallet's answer. */
  readonly openLink: NonNullable<WalletOptions['openLink']>
}
