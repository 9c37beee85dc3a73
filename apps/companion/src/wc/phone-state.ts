import type { Approval, SharedAccounts } from '@latchkey/signer'
import type {
  Metadata,
  SessionRecord,
  WalletAuthentication,
  WalletProposal,
} from '@latchkey/walletconnect/wallet'
import type { Terms } from './terms.ts'

/** One request that the visitor is asked about. */
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

/** What the wallet's pages show of WalletConnect. */
export interface PhoneState {
  /** Which tab of this wallet is the active one: this tab (`here`) or another (`elsewhere`). */
  readonly place: 'here' | 'elsewhere'
  readonly isPairing: boolean
  readonly sessions: readonly SessionRecord[]
  /** Requests that wait for the visitor, oldest first. */
  readonly asked: readonly VisitorQuestion[]
  /** Text for the visitor about the last failure. */
  readonly fault?: string
  /** The last answer that the wallet gave to a page. */
  readonly answered?: {
    readonly metadata: Metadata
    readonly outcome: 'Approved' | 'Rejected' | 'Failed'
  }
}
