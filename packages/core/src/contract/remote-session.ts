import type { AccountId, AccountType, ChainId, Namespace } from '@latchkey/protocol'

/**
 * What a chain family needs from a wallet that is reached through a transport, such as
 * WalletConnect.
 */
export interface WireNeeds {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Session properties (CAIP-25) to ask the wallet for, by name. */
  readonly properties?: Readonly<Record<string, string>>
}

/** The kind of each account that is not of its chain family's default kind, by account. */
export type AccountTypes = Readonly<Record<AccountId, AccountType>>

export type RemoteSessionEvent =
  | {
      readonly type: 'accounts'
      readonly namespace: Namespace
      readonly accounts: readonly AccountId[]
      readonly types?: AccountTypes
    }
  | { readonly type: 'chain'; readonly chain: ChainId }
  | { readonly type: 'expiry'; readonly expiresAt: number }
  /**
   * An event that only this chain family knows, such as `bip122_addressesChanged`; passed on
   * unchecked.
   */
  | {
      readonly type: 'event'
      readonly chain: ChainId
      readonly name: string
      readonly data: unknown
    }
  | { readonly type: 'end' }

/**
 * The session with a wallet that is reached through a transport, such as WalletConnect. The wallet
 * reports changes as events and is never polled.
 */
export interface RemoteSession {
  readonly id: string
  /** The wallet's description of itself, unchecked; core limits the lengths of its texts. */
  readonly peer: {
    readonly name: string
    readonly url?: string
    readonly icon?: string
    readonly native?: string
    readonly universal?: string
  }
  readonly namespaces: Readonly<
    Record<
      string,
      {
        /**
         * Accounts of the namespace. The first account of each chain is shown until the visitor
         * picks another.
         */
        readonly accounts: readonly AccountId[]
        readonly chains: readonly ChainId[]
        /**
         * The kind of each account that is not of the chain family's default kind; such an account
         * exists on its own chain only.
         */
        readonly types?: AccountTypes
      }
    >
  >
  readonly methods: Readonly<Record<string, readonly string[]>>
  /** Session properties (CAIP-25) of the wallet's answer, by name; unchecked. */
  readonly properties?: Readonly<Record<string, string>>
  /** Time when the session expires, in milliseconds since the epoch. */
  readonly expiresAt: number
  request(
    chain: ChainId,
    method: string,
    params: unknown,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>
  watch(listener: (event: RemoteSessionEvent) => void): () => void
  /** Ends the session, or only its part for `namespace` when that is given. */
  end(namespace?: Namespace): Promise<void>
}
