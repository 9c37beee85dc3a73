import type { Approval, SharedAccounts } from '@latchkey/signer'
import type {
  Metadata,
  SessionRecord,
  WalletAuthentication,
  WalletProposal,
} from '@latchkey/walletconnect/wallet'
import type { Terms } from './terms.ts'

/** One thing the visitor is asked. */
export type VisitorQuestion = { readonly id: number; readonly metadata: Metadata } & (
  | {
      readonly kind: 'proposal'
      readonly proposal: WalletProposal
      readonly terms: Terms
      readonly offered: SharedAccounts['offered']
    }
  | { readonly kind: 'sign-in'; readonly authentication: WalletAuthentication }
  | {
      readonly kind: 'request'
      readonly topic: string
      readonly approval: Exclude<Approval, { kind: 'connect' | 'accounts' }>
      readonly answer: (isApproved: boolean) => void
    }
)

/** What the wallet's side of WalletConnect shows. */
export interface PhoneState {
  /** `elsewhere`: another tab of this wallet speaks for it. */
  readonly place: 'here' | 'elsewhere'
  readonly isPairing: boolean
  readonly sessions: readonly SessionRecord[]
  /** Oldest first. */
  readonly asked: readonly VisitorQuestion[]
  /** What went wrong last, in words. */
  readonly fault?: string
  /** What was answered last. */
  readonly answered?: {
    readonly metadata: Metadata
    readonly outcome: 'Approved' | 'Rejected' | 'Failed'
  }
}
