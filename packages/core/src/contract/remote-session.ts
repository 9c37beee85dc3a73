import type { AccountId, AccountType, ChainId, Namespace } from '@latchkey/protocol'

/** What a chain family asks of a wallet reached through somebody else's wire. */
export interface WireNeeds {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Session properties asked for. */
  readonly properties?: Readonly<Record<string, string>>
}

/** Kinds of accounts that are not the family's plain one. */
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
  /** Of the chain family's own: `bip122_addressesChanged`; raw. */
  | {
      readonly type: 'event'
      readonly chain: ChainId
      readonly name: string
      readonly data: unknown
    }
  | { readonly type: 'end' }

/**
 * A wallet reached through somebody else's wire. It has events like any provider; nobody polls it.
 */
export interface RemoteSession {
  readonly id: string
  /** Raw: what the wallet says of itself; core bounds it. */
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
        /** The first of a chain is the one shown until the visitor picks another. */
        readonly accounts: readonly AccountId[]
        readonly chains: readonly ChainId[]
        /**
         * Of accounts that are not of the family's plain kind; such a one exists on its own chain
         * alone.
         */
        readonly types?: AccountTypes
      }
    >
  >
  readonly methods: Readonly<Record<string, readonly string[]>>
  /** Session properties that the wallet answered, by name; raw. */
  readonly properties?: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  request(
    chain: ChainId,
    method: string,
    params: unknown,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>
  watch(listener: (event: RemoteSessionEvent) => void): () => void
  /** Without a namespace: all of it. */
  end(namespace?: Namespace): Promise<void>
}
