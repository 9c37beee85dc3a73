import type { VaultSmart } from '@latchkey/protocol/vault'
import type { TreeNode } from './typed/tree.ts'

/**
 * What one call, instruction or signature would do. Amounts are base units; every text is foreign,
 * addresses are checked.
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
       * Only where the transaction itself carries them and the chain checks them (Solana's checked
       * transfers).
       */
      readonly decimals?: number
    }
  | {
      readonly kind: 'allow-token'
      readonly token?: string
      /** Null: without bound. */
      readonly amount: bigint | null
      readonly spender: string
      readonly decimals?: number
      /** Seconds since the epoch; null: for ever. */
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
      /** The one the wallet's owner names for this chain, for the account that is shown. */
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
   * At most this goes to whoever takes the order; without token and collection the chain's own
   * coin.
   */
  | {
      readonly kind: 'order-give'
      readonly token?: string
      readonly collection?: string
      /** Of a collectible; null: any that some rule allows. */
      readonly number?: bigint | null
      readonly amount: bigint
      readonly until?: bigint | null
    }
  /** At least this comes for it. */
  | {
      readonly kind: 'order-get'
      readonly token?: string
      readonly collection?: string
      readonly number?: bigint | null
      readonly amount: bigint
      readonly to: string
    }
  /** The steps after it are the Safe's. */
  | { readonly kind: 'for-safe'; readonly safe: string }
  | { readonly kind: 'let-act'; readonly to: string; readonly limits: number }
  | {
      readonly kind: 'program'
      readonly program: string
      readonly accounts: readonly string[]
      readonly data: string
    }

/** Why a visitor should look twice; each has its words in the catalogue. */
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

/** A request as the vault itself reads it. */
export type Reading =
  | {
      readonly kind: 'transaction'
      readonly steps: readonly Step[]
      readonly warnings: readonly Warning[]
      /** Base units of the chain's coin: the most it may cost, if the request bounds it. */
      readonly fee?: bigint
      readonly isSentByPage?: boolean
      readonly batch?: 'all-or-nothing' | 'one-by-one'
      /** The contract that pays the fee in the visitor's place; `fee` is zero then. */
      readonly payer?: string
      /** Whether it makes the contract account that it is the first operation of. */
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
      /** Null where an input hides its amount. */
      readonly fee: bigint | null
      readonly isSentByPage: boolean
      readonly warnings: readonly Warning[]
    }
  | {
      readonly kind: 'message'
      readonly text?: string
      /** Hex, without text or beside it. */
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
  /** Nothing of this can be approved: what cannot be shown whole is not signed. */
  | {
      readonly kind: 'unreadable'
      readonly reason: 'shape' | 'size' | 'method' | 'account' | 'message' | 'network'
      readonly raw: string
    }

/** Who asks, as the frame says. */
export interface ApprovalRequest {
  readonly chain: string
  readonly method: string
  readonly params: unknown
  /** Address, without its chain. */
  readonly account: string
  /** Origin of the page. */
  readonly site: string
  readonly now: number
  /**
   * Where an account may be a contract on this chain: the owner's word, and the key's own account.
   */
  readonly smart?: VaultSmart & { readonly owner: string }
}
