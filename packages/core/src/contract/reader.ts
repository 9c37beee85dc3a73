import type { AccountId, Asset, Chain, ErrorCode } from '@latchkey/protocol'

/** What is to leave an account. Amounts are base units. */
export interface Transfer {
  /** CAIP-10: account and chain it leaves from. */
  readonly from: AccountId
  /** Bare address on the same chain, validated by the adapter's `isAddress`. */
  readonly to: string
  readonly asset: Asset
  /** Base units, > 0. */
  readonly amount: bigint
}

/**
 * Where a read goes: the owner's RPC list with fallback, else the gateway, else the connected
 * wallet. Built by core.
 */
export interface ReadSource {
  readonly chain: Chain
  readonly signal?: AbortSignal
  /**
   * One JSON-RPC call; retries, time-outs and fallback are done here, answers are *not* validated.
   */
  request(method: string, params?: unknown): Promise<unknown>
}

/** An amount of something. */
export interface Balance {
  readonly asset: Asset
  /** Base units. */
  readonly amount: bigint
  /** Fiat value of one whole unit, decimal string; absent when unknown. */
  readonly price?: string
}

/** What a reader should warn of before a transfer is reviewed. */
export type TransferNote =
  | 'contract-receiver'
  | 'first-time-receiver'
  | 'similar-receiver'
  /** The sender's own. */
  | 'own-receiver'
  /** The owner of the page has not named the contract that makes the swap. */
  | 'unknown-router'
  /** The node could only tell that the swap would not fail, not what it does. */
  | 'partial-trial'
  /** The gateway that built the swap also answered what it does: the chain has no node of the owner's. */
  | 'gateway-trial'
  /** Nobody has a key to it: what is sent there is lost. */
  | 'unspendable-receiver'
  /** The fee holds a deposit for an account the receiver gets by this transfer. */
  | 'receiver-deposit'
  /** The spender may take the token without end. */
  | 'unlimited-approval'
  /** The operator of the gateway warns of the token. */
  | 'warned-token'
  /** Somebody else pays the fee. */
  | 'sponsored-fee'

export interface TransferEstimate {
  /** Base units of `asset`: the most it can cost. */
  readonly fee: bigint
  /** The coin the fee is paid in. */
  readonly feeAsset: Asset
  readonly notes: readonly TransferNote[]
  /**
   * The least and the most of the asset that can leave, base units; absent: anything above zero,
   * all there is less the fee.
   */
  readonly least?: bigint
  readonly most?: bigint
  /** The adapter's own: gas, fee caps, nonce. */
  readonly data?: unknown
}

/** A call of a contract, as the chain family spells it. */
export interface Call {
  /** Bare address of the contract. */
  readonly to: string
  /** Hex on eip155. */
  readonly data: string
  /** Of the chain's coin, base units. */
  readonly value: bigint
}

/** What calls would do if they were sent now, one after the other. */
export interface Simulation {
  /**
   * Base units of `feeAsset`: the most the last call can cost; 0 where it cannot be told, and then
   * without `data`.
   */
  readonly fee: bigint
  readonly feeAsset: Asset
  /**
   * By asset id, in the order asked for: what the account would have more (or less) of, the fee
   * left out; base units. Absent where the node cannot tell; then only that the last call would not
   * fail is known.
   */
  readonly changes?: Readonly<Record<string, bigint>>
  /** The adapter's own, of the last call: gas, fee caps. */
  readonly data?: unknown
}

/** What a call would let somebody take. */
export interface Approval {
  /** Bare address. */
  readonly token: string
  /** Bare address. */
  readonly spender: string
  /** Base units. */
  readonly amount: bigint
}

/** What a call of a router says it would do. */
export interface SwapCall {
  /** Bare address: who gets what arrives. */
  readonly recipient: string
  /** Bare address of the token that leaves; absent: the chain's coin. */
  readonly pays?: string
  /** Bare address of the token that arrives; absent: the chain's coin. */
  readonly receives?: string
  /** The most that leaves and the least that arrives, base units. */
  readonly most: bigint
  readonly least: bigint
  /** Seconds since the epoch. */
  readonly deadline?: bigint
}

/** What the chain says of a submitted transaction; `dropped` is defined by each adapter. */
export type ChainVerdict =
  | { readonly state: 'pending' }
  | {
      readonly state: 'confirmed'
      readonly block: string
      /** Fee paid, base units. */
      readonly fee?: bigint
      /** Of `receives`, base units, > 0; absent where it cannot be told for certain. */
      readonly received?: bigint
    }
  | {
      readonly state: 'failed'
      readonly block?: string
      readonly fee?: bigint
      readonly code: ErrorCode
    }
  | { readonly state: 'dropped' }
  | { readonly state: 'replaced'; readonly by?: string }

/** Chain reads; never a connector, never the store. Each throws raw errors, mapped by `explain`. */
export interface Reader {
  /** Native coin first, then `assets`, each once. One round trip where the chain allows. */
  balances(
    source: ReadSource,
    parameters: { readonly account: AccountId; readonly assets?: readonly Asset[] },
  ): Promise<readonly Balance[]>
  estimateTransfer(source: ReadSource, transfer: Transfer): Promise<TransferEstimate>
  /**
   * Tries calls on the newest state without sending them. Throws what the node says when one would
   * fail. Absent where a chain has no contracts.
   */
  simulate?(
    source: ReadSource,
    parameters: {
      readonly from: AccountId
      /** In this order; never empty. */
      readonly calls: readonly Call[]
      /** What changes are asked of. */
      readonly assets: readonly Asset[]
    },
  ): Promise<Simulation>
  /** What `spender` may take of a token, base units; with the coin always all there is. */
  allowance?(
    source: ReadSource,
    parameters: {
      readonly owner: AccountId
      readonly asset: Asset /** Bare address. */
      readonly spender: string
    },
  ): Promise<bigint>
  /** Reads a call as an approval and nothing else; null where it is none. Asks nobody. */
  approval?(call: Call): Promise<Approval | null>
  /** Reads a call of a router whose form is known; null where it is none of those. Asks nobody. */
  swapCall?(call: Call): Promise<SwapCall | null>
  /** The decimal places a token's own contract tells; of the coin those of the chain. */
  decimals?(source: ReadSource, asset: Asset): Promise<number>
  /**
   * An address as it is shown, with its checksum where the chain family has one (EIP-55 on eip155).
   * Asks nobody.
   */
  spelling?(address: string): Promise<string>
  verdict(
    source: ReadSource,
    parameters: {
      readonly hash: string
      readonly from: AccountId
      readonly nonce?: number
      /**
       * Milliseconds since the epoch; without it a young transaction cannot be told from a lost
       * one, and nothing is `dropped`.
       */
      readonly submittedAt?: number
      /** What the account is to get by it. */
      readonly receives?: Asset
    },
  ): Promise<ChainVerdict>
  /** Forward look-up of a name; null when nobody owns it. Absent where the chain has no names. */
  addressOfName?(source: ReadSource, name: string): Promise<string | null>
  /** Reverse look-up, verified forward by the adapter. */
  nameOfAddress?(
    source: ReadSource,
    account: AccountId,
  ): Promise<{ readonly name: string; readonly avatar?: string } | null>
}
