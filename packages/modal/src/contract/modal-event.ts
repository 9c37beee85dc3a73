import type { KitFailure, SignOutReason, Transaction } from '@latchkey/core'
import type { AccountId, ChainId, Namespace } from '@latchkey/protocol'
import type { ViewName } from './route.ts'
import type { ToastVariant } from './toast.ts'

/** Events that only the dialog's own code can report. */
export type DialogEvent =
  /** The visitor chose a wallet, or chose it again after a failure. */
  | {
      readonly type: 'wallet-chosen'
      readonly connector: string
      /** Name of the wallet. */
      readonly wallet: string
    }
  | { readonly type: 'toast-shown'; readonly variant: ToastVariant; readonly text: string }
  /**
   * The visitor copied a text, such as an address or a pairing link, with a button of the dialog.
   */
  | { readonly type: 'copied'; readonly text: string }

/** What a modal and its kit did, as `watchModal` reports it. Plain data. */
export type ModalEvent =
  | DialogEvent
  | { readonly type: 'opened'; readonly view: ViewName }
  /** The dialog was closed; `view` is the view that it showed last. */
  | { readonly type: 'closed'; readonly view: ViewName }
  | { readonly type: 'view-changed'; readonly view: ViewName; readonly from: ViewName }
  /** The dialog's code could not be loaded; the next `open` tries again. */
  | { readonly type: 'load-failed' }
  | { readonly type: 'connect-started'; readonly connector: string }
  | {
      readonly type: 'connected'
      readonly connector: string
      /** The selected account of each chain family that the wallet shares. */
      readonly accounts: readonly AccountId[]
      /** Whether an earlier session was resumed, so that the visitor was asked nothing. */
      readonly isResumed: boolean
    }
  | { readonly type: 'connect-failed'; readonly connector: string; readonly error: KitFailure }
  /** The connect attempt was abandoned, for example because the visitor closed the dialog. */
  | { readonly type: 'connect-cancelled'; readonly connector: string }
  /**
   * The wallet was disconnected. `namespace`: the only chain family that was disconnected; absent
   * for the whole wallet.
   */
  | {
      readonly type: 'disconnected'
      readonly connector: string
      readonly by: 'page' | 'wallet'
      readonly namespace?: Namespace
    }
  | {
      readonly type: 'account-changed'
      readonly connector: string
      readonly account: AccountId
    }
  /**
   * The visitor is signed in to the owner's server. The first account is the one that signed in.
   * `isResumed`: whether the session was opened on an earlier page, so that the visitor was asked
   * nothing.
   */
  | {
      readonly type: 'signed-in'
      readonly accounts: readonly AccountId[]
      readonly expiresAt?: string
      readonly isResumed: boolean
    }
  | { readonly type: 'signed-out'; readonly account: AccountId; readonly reason: SignOutReason }
  /** The network of the shown chain family has changed. */
  | { readonly type: 'network-changed'; readonly chain: ChainId }
  /** A transaction has reached the stage that `transaction.status` names. */
  | { readonly type: 'transaction-changed'; readonly transaction: Transaction }

export type ModalEventType = ModalEvent['type']
export type ModalEventOf<T extends ModalEventType> = Extract<ModalEvent, { readonly type: T }>

/** One listener for each type of event; `any` is called for every event. */
export type ModalListeners = {
  readonly [T in ModalEventType]?: (event: ModalEventOf<T>) => void
} & { readonly any?: (event: ModalEvent) => void }
