import type { AccountId, ChainId } from '../caip/ids.ts'
import type { AccountType, Social } from '../entities/entity.ts'

/** Version of the messages between a page, the vault's frame and the vault's windows. */
export const vaultVersion = 1

/** Longest message between a page and the vault's frame, in UTF-16 units. */
export const vaultMessageLength = 262_144

/** Chain families whose accounts one seed of the vault gives. */
export type VaultNamespace = 'eip155' | 'solana' | 'bip122'

/** How a visitor proves who they are. */
export type IdentityKind = 'email' | Social

/**
 * What a page may know of a signed-in visitor: never a key, a share, a token or another site's
 * devices.
 */
export interface VaultSession {
  /** Of the account at the gateway; the same on every site of the operator. */
  readonly account: string
  /** The first is shown; the email's address or the name at the provider, bounded, plain text. */
  readonly identities: readonly { readonly kind: IdentityKind; readonly label: string }[]
  /** By family, on the chains the project uses. */
  readonly accounts: readonly {
    readonly account: AccountId
    readonly type: AccountType
  }[]
  readonly chains: readonly ChainId[]
  /** Whether more than the limit may be sent. */
  readonly isRecoverySet: boolean
  /** Milliseconds since the epoch: then a fresh sign-in is needed. */
  readonly expiresAt: number
}

/** Where a sign-in stands, as the view shows it. */
export type LoginStep =
  /**
   * Six digits were mailed. `device`: the second mail, which confirms a new device of a known
   * account.
   */
  | {
      readonly step: 'code'
      readonly purpose: 'email' | 'device'
      readonly email: string
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
      readonly resendAt: number
      /**
       * This device holds a wallet: window `way-out` gives its keys to a visitor who cannot sign in
       * any more.
       */
      readonly hasWallet?: true
    }
  /** A window of the vault is, or shall be, open. */
  | {
      readonly step: 'window'
      /**
       * `open`: it beats; `away`: it is at the provider, nothing can be concluded; `closed`: it
       * beat, and ended; `number`: it shows six digits, which the visitor types into the page.
       */
      readonly window: 'awaited' | 'open' | 'away' | 'closed' | 'number'
      /** Of the page alone: no window could be opened, and the visitor may go there in this tab. */
      readonly leave?: string
      readonly hasWallet?: true
      /** Of the page alone: nothing was heard of the window yet, and it may be closed. */
      readonly isSilent?: true
    }
  | {
      readonly step: 'farcaster'
      /** For the QR code, and the link on a phone. */
      readonly uri: string
      readonly expiresAt: number
      readonly hasWallet?: true
    }
  /** Proved, but this device holds no share: a window recovers the wallet. */
  | { readonly step: 'recover'; readonly url: string; readonly ways: readonly RecoveryKind[] }
  | { readonly step: 'connected'; readonly session: VaultSession }

export type RecoveryKind = 'passkey' | 'password' | 'operator'

/** Something the visitor must decide before the vault signs. */
export interface VaultApproval {
  readonly id: string
  /**
   * `window`: opened by the page, in the click, at `url`; `frame`: a sign-in message, or what
   * `shows` says, drawn in the frame "Approval".
   */
  readonly place: 'window' | 'frame'
  readonly url: string
  readonly method: string
  readonly chain: ChainId
  /**
   * `payment`: a small sum to a receiver the operator named; `number`: nothing is approved in the
   * frame, it draws a number that a window of the vault asks for.
   */
  readonly shows?: 'payment' | 'number'
}

/** What the windows of the vault are for. */
export type VaultWindow =
  | 'login'
  | 'approve'
  | 'recover'
  | 'recovery'
  | 'export'
  /** As `export`, without a sign-in: this device's share and the recovery share. */
  | 'way-out'
  | 'devices'
  | 'delete'
