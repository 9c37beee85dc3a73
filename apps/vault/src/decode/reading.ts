import type { VaultSmart } from '@latchkey/protocol/vault'
import type { TreeNode } from './typed/tree.ts'

/**
 * What one call, instruction or signature would do. Amounts are base units. Texts come from the
 * page and are untrusted; addresses have been checked.
 */
export type Step =
  | {
      readonly kind: 'send-coin'
      readonly amount: bigint
      readonly to: string
      readonly from?: string
    }
  | {
      readonly kind: 'send-token'
      readonly token?: string
      readonly amount: bigint
      readonly to: string
      readonly from?: string
      /**
       * The token's decimals, only when the transaction contains them and the chain checks them
       * (Solana's checked transfers).
       */
      readonly decimals?: number
      /**
       * The 16 bytes after the arguments of the call, as hex with `0x`: a shop's page marks its
       * payments with the id of the order there. The token's contract ignores them.
       */
      readonly mark?: string
    }
  | {
      readonly kind: 'allow-token'
      readonly token?: string
      /** Amount that the spender may take; null when it is unlimited. */
      readonly amount: bigint | null
      readonly spender: string
      readonly decimals?: number
      /** When the approval ends, in seconds since the epoch; null for no end. */
      readonly until?: bigint | null
      readonly isAdded?: boolean
    }
  | {
      readonly kind: 'send-nft'
      readonly collection: string
      readonly number: bigint
      readonly amount: bigint
      readonly from: string
      readonly to: string
    }
  | {
      readonly kind: 'allow-all-nft'
      readonly collection: string
      readonly operator: string
      readonly isAllowed: boolean
    }
  | { readonly kind: 'revoke-token'; readonly token?: string; readonly spender?: string }
  | { readonly kind: 'deploy'; readonly data: string }
  | { readonly kind: 'call'; readonly to: string; readonly data: string }
  | {
      readonly kind: 'delegate'
      readonly to: string
      readonly chain: bigint
      readonly isCleared: boolean
      /**
       * Whether the vault's operator names `to` as the delegate for this chain, and the delegating
       * account is the one that the window shows.
       */
      readonly isOwners?: true
    }
  | {
      readonly kind: 'give-away'
      readonly what: 'owner' | 'program'
      readonly account: string
      readonly to: string
    }
  | {
      readonly kind: 'open-account'
      readonly account: string
      readonly amount: bigint
      readonly owner: string
    }
  | { readonly kind: 'close-account'; readonly account: string; readonly to: string }
  | {
      readonly kind: 'burn'
      readonly token: string
      readonly amount: bigint
      readonly decimals?: number
    }
  | { readonly kind: 'note'; readonly text: string }
  /**
   * What an order pays at most to whoever accepts it: in the chain's own coin unless `token` or
   * `collection` is set.
   */
  | {
      readonly kind: 'order-give'
      readonly token?: string
      readonly collection?: string
      /**
       * Token id of a collectible; null when the order accepts any collectible that meets its
       * criteria.
       */
      readonly number?: bigint | null
      readonly amount: bigint
      readonly until?: bigint | null
    }
  /** What `to` receives at least when somebody accepts the order. */
  | {
      readonly kind: 'order-get'
      readonly token?: string
      readonly collection?: string
      readonly number?: bigint | null
      readonly amount: bigint
      readonly to: string
    }
  /**
   * The steps that follow this one are carried out by the Safe (a multi-signature account), not by
   * the visitor's account.
   */
  | { readonly kind: 'for-safe'; readonly safe: string }
  | { readonly kind: 'let-act'; readonly to: string; readonly limits: number }
  | {
      readonly kind: 'program'
      readonly program: string
      readonly accounts: readonly string[]
      readonly data: string
    }

/**
 * A reason for the visitor to check the request closely. The text for each is in `warningWords`.
 */
export type Warning =
  | 'unknown-call'
  | 'unknown-data'
  | 'order-for-nothing'
  | 'safe-code'
  | 'acting'
  | 'acting-limited'
  | 'unbounded'
  | 'all-nfts'
  | 'delegation'
  | 'delegation-owners'
  | 'every-chain'
  | 'ownership'
  | 'domain-mismatch'
  | 'account-mismatch'
  | 'chain-mismatch'
  | 'expired'
  | 'nearly-sign-in'
  | 'hash-message'
  | 'hidden-letters'
  | 'unsigned-fields'
  | 'open-signature'
  | 'fee-unknown'
  | 'other-payer'
  | 'no-expiry'
  | 'network-unchecked'
  | 'lookup-tables'
  | 'not-atomic'
  | 'extra-data'
  | 'burns'

/** What the vault understands of a request, to show it to the visitor. */
export type Reading =
  | {
      readonly kind: 'transaction'
      readonly steps: readonly Step[]
      readonly warnings: readonly Warning[]
      /**
       * The maximum fee in base units of the chain's coin; absent when the request sets no limit.
       */
      readonly fee?: bigint
      readonly isSentByPage?: boolean
      readonly batch?: 'all-or-nothing' | 'one-by-one'
      /** The contract that pays the fee for the visitor; `fee` is zero then. */
      readonly payer?: string
      /**
       * Whether the user operation also creates the contract account, as the account's first
       * operation does.
       */
      readonly makesAccount?: true
    }
  | {
      readonly kind: 'bitcoin'
      readonly inputs: readonly {
        readonly index: number
        readonly amount: bigint | null
        readonly isSigned: boolean
      }[]
      readonly outputs: readonly {
        readonly to: string
        readonly amount: bigint
        readonly isOwn: boolean
      }[]
      /** Fee in satoshi; null when the amount of some input is unknown. */
      readonly fee: bigint | null
      readonly isSentByPage: boolean
      readonly warnings: readonly Warning[]
    }
  | {
      readonly kind: 'message'
      readonly text?: string
      /** Bytes of the message in hex; present also when `text` is. */
      readonly bytes: string
      readonly warnings: readonly Warning[]
    }
  | {
      readonly kind: 'sign-in'
      readonly domain: string
      readonly statement?: string
      readonly text: string
      readonly bytes: string
      readonly warnings: readonly Warning[]
    }
  | {
      readonly kind: 'typed'
      readonly primaryType: string
      readonly domain: readonly TreeNode[]
      readonly message: readonly TreeNode[]
      readonly steps: readonly Step[]
      readonly warnings: readonly Warning[]
    }
  /** A request that cannot be approved, because the vault cannot show all of it. */
  | {
      readonly kind: 'unreadable'
      readonly reason: 'shape' | 'size' | 'method' | 'account' | 'message' | 'network'
      readonly raw: string
    }

/**
 * A request to approve, with the account and the page that it is from. The frame reports all of it.
 */
export interface ApprovalRequest {
  readonly chain: string
  readonly method: string
  readonly params: unknown
  /** Address of the account, without its chain. */
  readonly account: string
  /** Origin of the page. */
  readonly site: string
  readonly now: number
  /**
   * The operator's settings for contract accounts on this chain, and as `owner` the address of the
   * wallet's EOA; absent when the chain has no contract accounts.
   */
  readonly smart?: VaultSmart & { readonly owner: string }
}
