import type { AccountId, AccountType, ChainId, Namespace } from '@latchkey/protocol'

/** What a chain family asks of a wallet behind a transport. */
export interface WireNeeds {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Session properties to ask for. */
  readonly properties?: Readonly<Record<string, string>>
}

/** Kinds of the accounts that are not of the family's default kind. */
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
  /** An event of the chain family's own, such as `bip122_addressesChanged`; raw. */
  | {
      readonly type: 'event'
      readonly chain: ChainId
      readonly name: string
      readonly data: unknown
    }
  | { readonly type: 'end' }

/** A wallet behind a transport. It sends events like any provider and is never polled. */
export interface RemoteSession {
  readonly id: string
  /** The wallet's description of itself, raw; core limits its lengths. */
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
        /** The first account of a chain is the one shown until the visitor picks another. */
        readonly accounts: readonly AccountId[]
        readonly chains: readonly ChainId[]
        /**
         * Kinds of accounts that are not of the family's default kind; such an account exists on
         * its own chain only.
         */
        readonly types?: AccountTypes
      }
    >
  >
  readonly methods: Readonly<Record<string, readonly string[]>>
  /** Session properties of the wallet's answer, by name; raw. */
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
  /** Ends the session; without a namespace all of it. */
  end(namespace?: Namespace): Promise<void>
}
