import type { AccountId, ChainId } from '../caip/ids.ts'
import type { AccountType, Social } from '../entities/entity.ts'

/** Version of the protocol between a page, the vault's frame and the vault's windows. */
export const vaultVersion = 1

/** Longest message between a page and the vault's frame, in UTF-16 units. */
export const vaultMessageLength = 262_144

/** The chain families of whose accounts the vault derives the keys from one seed. */
export type VaultNamespace = 'eip155' | 'solana' | 'bip122'

/** The ways in which a visitor can prove an identity: by email or by a social account. */
export type IdentityKind = 'email' | Social

/**
 * The data about a signed-in visitor that a page gets. It never contains a key, a key share, a
 * token or another site's devices.
 */
export interface VaultSession {
  /** Id of the account at the gateway; the same on every site of the operator. */
  readonly account: string
  /**
   * The visitor's proved identities; the first one is displayed. A label is the email address or
   * the name at the provider, as bounded plain text.
   */
  readonly identities: readonly { readonly kind: IdentityKind; readonly label: string }[]
  /** The visitor's accounts by chain family, on the project's chains. */
  readonly accounts: readonly {
    readonly account: AccountId
    readonly type: AccountType
  }[]
  readonly chains: readonly ChainId[]
  /**
   * Whether recovery of the wallet is set up, so that amounts above the operator's limit may be
   * sent.
   */
  readonly isRecoverySet: boolean
  /**
   * Time when the session expires, in milliseconds since the epoch; afterwards a new sign-in is
   * required.
   */
  readonly expiresAt: number
}

/** The step of a sign-in that the dialog shows. */
export type LoginStep =
  /**
   * Six digits were mailed to the visitor. `device`: the mail is the second one, which confirms a
   * new device of a known account.
   */
  | {
      readonly step: 'code'
      readonly purpose: 'email' | 'device'
      readonly email: string
      /** Time when the code expires, in milliseconds since the epoch. */
      readonly expiresAt: number
      readonly resendAt: number
      /**
       * Set when this device holds a wallet: the vault's window `way-out` can then export its keys
       * for a visitor who cannot sign in any more.
       */
      readonly hasWallet?: true
    }
  /** The sign-in continues in a window of the vault, which is open or should be opened. */
  | {
      readonly step: 'window'
      /**
       * State of the window. `open`: it sends heartbeats; `away`: it is at the provider and sends
       * none; `closed`: its heartbeats have stopped; `number`: it shows six digits, which the
       * visitor types into the page.
       */
      readonly window: 'awaited' | 'open' | 'away' | 'closed' | 'number'
      /** Set by the page: address to open in this tab when no window could be opened. */
      readonly leave?: string
      readonly hasWallet?: true
      /** Set by the page while the window has sent nothing yet; the visitor may have closed it. */
      readonly isSilent?: true
    }
  | {
      readonly step: 'farcaster'
      /** Address that the QR code contains, and to which the link on a phone leads. */
      readonly uri: string
      readonly expiresAt: number
      readonly hasWallet?: true
    }
  /**
   * The identity is proved, but this device holds no key share, so a window of the vault has to
   * recover the wallet.
   */
  | { readonly step: 'recover'; readonly url: string; readonly ways: readonly RecoveryKind[] }
  | { readonly step: 'connected'; readonly session: VaultSession }

export type RecoveryKind = 'passkey' | 'password' | 'operator'

/** A request that the visitor must decide before the vault signs. */
export interface VaultApproval {
  readonly id: string
  /**
   * Where the visitor decides. `window`: on the visitor's click, the page opens a window at `url`.
   * `frame`: the vault's frame itself shows what `shows` names or, without `shows`, the approval of
   * a sign-in message.
   */
  readonly place: 'window' | 'frame'
  readonly url: string
  readonly method: string
  readonly chain: ChainId
  /**
   * What the vault's frame shows. `payment`: a small payment to a receiver that the operator
   * listed. `number`: a number that a window of the vault asks for; nothing is approved.
   */
  readonly shows?: 'payment' | 'number'
}

/** The purposes for which a window of the vault is opened. */
export type VaultWindow =
  | 'login'
  | 'approve'
  | 'recover'
  | 'recovery'
  | 'export'
  /**
   * Exports the keys like `export`, but without a sign-in, from this device's key share and the
   * recovery share.
   */
  | 'way-out'
  | 'devices'
  | 'delete'
