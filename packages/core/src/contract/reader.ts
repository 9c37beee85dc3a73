import type { AccountId, Asset, Chain, ErrorCode } from '@latchkey/protocol'

/** A transfer to be sent. Amounts are base units. */
export interface Transfer {
  /** CAIP-10: the sending account and its chain. */
  readonly from: AccountId
  /** Bare address on the same chain, validated by the adapter's `isAddress`. */
  readonly to: string
  readonly asset: Asset
  /** Base units, > 0. */
  readonly amount: bigint
}

/**
 * Where chain reads go: the owner's nodes with fallback, else the gateway, else the connected
 * wallet. Core builds it.
 */
export interface ReadSource {
  readonly chain: Chain
  readonly signal?: AbortSignal
  /**
   * One JSON-RPC call. It includes retries, timeouts and fallback; its answers are *not* validated.
   */
  request(method: string, params?: unknown): Promise<unknown>
}

/** An amount of one asset. */
export interface Balance {
  readonly asset: Asset
  /** Amount in base units of `asset`. */
  readonly amount: bigint
  /** Fiat value of one whole unit, decimal string; absent when unknown. */
  readonly price?: string
}

/** A warning to show before a transfer is reviewed. */
export type TransferNote =
  | 'contract-receiver'
  | 'first-time-receiver'
  | 'similar-receiver'
  /** The receiver is the sender's own account. */
  | 'own-receiver'
  /** The owner has not listed the contract that makes the swap. */
  | 'unknown-router'
  /** The node could only tell that the swap would not fail, not which balances it changes. */
  | 'partial-trial'
  /**
   * The gateway that built the swap also simulated it, because the owner has configured no node for
   * the chain.
   */
  | 'gateway-trial'
  /** No key exists for the receiver: whatever is sent there is lost. */
  | 'unspendable-receiver'
  /** The fee includes a deposit for an account that this transfer creates for the receiver. */
  | 'receiver-deposit'
  /** The spender may take an unlimited amount of the token. */
  | 'unlimited-approval'
  /** The operator of the gateway warns of the token. */
  | 'warned-token'
  /** Another account pays the fee. */
  | 'sponsored-fee'

export interface TransferEstimate {
  /** The highest possible fee, in base units of `feeAsset`. */
  readonly fee: bigint
  /** The coin the fee is paid in. */
  readonly feeAsset: Asset
  readonly notes: readonly TransferNote[]
  /**
   * The least and the most of the asset that can be sent, base units. Absent means: any amount
   * above zero, up to the balance less the fee.
   */
  readonly least?: bigint
  readonly most?: bigint
  /** Data of the adapter: gas, fee caps, nonce. */
  readonly data?: unknown
}

/** A call of a contract, in the format of the chain family. */
export interface Call {
  /** Bare address of the contract. */
  readonly to: string
  /** Data of the call, in the format of the chain family; hex on eip155. */
  readonly data: string
  /** Amount of the chain's coin, base units. */
  readonly value: bigint
}

/** What calls would do if they were sent now, in this order. */
export interface Simulation {
  /**
   * The highest possible fee of the last call, in base units of `feeAsset`. When it cannot be
   * computed, it is 0 and there is no `data`.
   */
  readonly fee: bigint
  readonly feeAsset: Asset
  /**
   * How each balance would change, by asset id, in the order of the requested assets; base units,
   * without the fee. Absent when the node cannot report changes: it has then only confirmed that
   * the last call would not fail.
   */
  readonly changes?: Readonly<Record<string, bigint>>
  /** The adapter's own data about the last call, such as its gas and fee caps. */
  readonly data?: unknown
}

/** What a call would approve. */
export interface Approval {
  /** Bare address of the token. */
  readonly token: string
  /** Bare address that may spend the token. */
  readonly spender: string
  /** Amount that it may spend, in base units. */
  readonly amount: bigint
}

/** What a call of a swap router would do, as its data says. */
export interface SwapCall {
  /** Bare address of the receiver of the swapped tokens. */
  readonly recipient: string
  /** Bare address of the token that is paid; absent for the chain's coin. */
  readonly pays?: string
  /** Bare address of the token that is received; absent for the chain's coin. */
  readonly receives?: string
  /** The most that is paid and the least that is received, base units. */
  readonly most: bigint
  readonly least: bigint
  /** Seconds since the epoch. */
  readonly deadline?: bigint
}

/** The status of a submitted transaction on the chain; each adapter defines `dropped`. */
export type ChainVerdict =
  | { readonly state: 'pending' }
  | {
      readonly state: 'confirmed'
      readonly block: string
      /** Fee paid, base units. */
      readonly fee?: bigint
      /**
       * Amount received of the asset `receives`, base units, > 0; absent when it cannot be told for
       * certain.
       */
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

/**
 * Chain reads. They never use a connector or the store. Each throws raw errors, mapped by
 * `explain`.
 */
export interface Reader {
  /**
   * Balances of the native coin first, then of `assets`, each once. One round trip when the chain
   * allows it.
   */
  balances(
    source: ReadSource,
    parameters: { readonly account: AccountId; readonly assets?: readonly Asset[] },
  ): Promise<readonly Balance[]>
  estimateTransfer(source: ReadSource, transfer: Transfer): Promise<TransferEstimate>
  /**
   * Simulates calls on the newest state without sending them. Throws the node's error when one
   * would fail. Absent when a chain has no contracts.
   */
  simulate?(
    source: ReadSource,
    parameters: {
      readonly from: AccountId
      /** The calls, in this order; never empty. */
      readonly calls: readonly Call[]
      /** Assets whose changes are wanted. */
      readonly assets: readonly Asset[]
    },
  ): Promise<Simulation>
  /** The amount of a token that `spender` may take, base units; for the coin always unlimited. */
  allowance?(
    source: ReadSource,
    parameters: {
      readonly owner: AccountId
      readonly asset: Asset /** Bare address that may spend the asset. */
      readonly spender: string
    },
  ): Promise<bigint>
  /**
   * Reads a call as an approval; null when it is none, or does more than approve. Makes no request.
   */
  approval?(call: Call): Promise<Approval | null>
  /** Reads a router call of a known form; null for any other. Makes no request. */
  swapCall?(call: Call): Promise<SwapCall | null>
  /**
   * The decimal places of a token, as its contract reports them; for the coin, those of the chain.
   */
  decimals?(source: ReadSource, asset: Asset): Promise<number>
  /**
   * An address as it is shown, with its checksum when the chain family has one (EIP-55 on eip155).
   * Makes no request.
   */
  spelling?(address: string): Promise<string>
  /**
   * Whether an address has no known key, or is one that by convention burns coins: whatever is sent
   * there is lost. Makes no request. Absent when the chain family knows no such address.
   */
  isUnspendable?(address: string): Promise<boolean>
  /**
   * Reads the hash of a transaction (a signature, an id) as the chain's nodes write it; null when
   * the text is none. Makes no request.
   */
  parseHash(text: string): Promise<string | null>
  verdict(
    source: ReadSource,
    parameters: {
      readonly hash: string
      readonly from: AccountId
      readonly nonce?: number
      /**
       * Milliseconds since the epoch. Without it a new transaction cannot be distinguished from a
       * lost one, so none is reported as `dropped`.
       */
      readonly submittedAt?: number
      /** The asset that the account is to receive. */
      readonly receives?: Asset
    },
  ): Promise<ChainVerdict>
  /**
   * Looks up the address of a name; null when nobody owns the name. Absent when the chain has no
   * names.
   */
  addressOfName?(source: ReadSource, name: string): Promise<string | null>
  /**
   * Looks up the name of an address; the adapter verifies that the name leads back to the address.
   */
  nameOfAddress?(
    source: ReadSource,
    account: AccountId,
  ): Promise<{ readonly name: string; readonly avatar?: string } | null>
}
