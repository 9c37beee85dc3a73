import type { AccountId, ChainId } from '../caip/ids.ts'
import type { AccountType, Social } from '../entities/entity.ts'

/** Version of the protocol between a page, the vault's frame and the vault's windows. */
export const vaultVersion = 1

/** Longest message between a page and the vault's frame, in UTF-16 units. */
export const vaultMessageLength = 262_144

/** Chain families of the accounts that one seed of the vault derives. */
export type VaultNamespace = 'eip155' | 'solana' | 'bip122'

/** Ways in which a visitor proves an identity. */
export type IdentityKind = 'email' | Social

/**
 * The data about a signed-in visitor that a page gets: never a key, a share, a token or another
 * site's devices.
 */
export interface VaultSession {
  /** Account id at the gateway; the same on every site of the operator. */
  readonly account: string
  /**
   * The visitor's proved identities; the first one is displayed. A label is the email address or
   * the name at the provider, as bounded plain text.
   */
  readonly identities: readonly { readonly kind: IdentityKind; readonly label: string }[]
  /** Accounts by family, on the project's chains. */
  readonly accounts: readonly {
    readonly account: AccountId
    readonly type: AccountType
  }[]
  readonly chains: readonly ChainId[]
  /** Whether recovery is set up, so that amounts above the limit may be sent. */
  readonly isRecoverySet: boolean
  /** Milliseconds since the epoch; afterwards a new sign-in is required. */
  readonly expiresAt: number
}

/** The step of a sign-in that the view shows. */
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
       * This device holds a wallet: the window `way-out` exports its keys for a visitor who cannot
       * sign in any more.
       */
      readonly hasWallet?: true
    }
  /** A window of the vault is open, or should be opened. */
  | {
      readonly step: 'window'
      /**
       * `open`: the window sends heartbeats; `away`: it is at the provider and sends none;
       * `closed`: its heartbeats have stopped; `number`: it shows six digits, which the visitor
       * types into the page.
       */
      readonly window: 'awaited' | 'open' | 'away' | 'closed' | 'number'
      /** Set by the page: address to open in this tab, when no window could be opened. */
      readonly leave?: string
      readonly hasWallet?: true
      /** Set by the page: the window has sent nothing yet, and may be closed. */
      readonly isSilent?: true
    }
  | {
      readonly step: 'farcaster'
      /** Content of the QR code, and the link on a phone. */
      readonly uri: string
      readonly expiresAt: number
      readonly hasWallet?: true
    }
  /** The identity is proved, but this device holds no share: a window recovers the wallet. */
  | { readonly step: 'recover'; readonly url: string; readonly ways: readonly RecoveryKind[] }
  | { readonly step: 'connected'; readonly session: VaultSession }

export type RecoveryKind = 'passkey' | 'password' | 'operator'

/** A request that the visitor must decide before the vault signs. */
export interface VaultApproval {
  readonly id: string
  /**
   * `window`: on the visitor's click, the page opens a window at `url`. `frame`: the frame itself
   * shows what `shows` names, or, without `shows`, the approval of a sign-in message.
   */
  readonly place: 'window' | 'frame'
  readonly url: string
  readonly method: string
  readonly chain: ChainId
  /**
   * `payment`: a small payment to a receiver that the operator listed; `number`: the frame shows a
   * number that a vault window asks for, and approves nothing.
   */
  readonly shows?: 'payment' | 'number'
}

/** The purposes of the vault's windows. */
export type VaultWindow =
  | 'login'
  | 'approve'
  | 'recover'
  | 'recovery'
  | 'export'
  /** Like `export` but without a sign-in, from this device's share and the recovery share. */
  | 'way-out'
  | 'devices'
  | 'delete'
