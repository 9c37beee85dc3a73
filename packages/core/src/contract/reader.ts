import type { AccountId, Asset, Chain, ErrorCode } from '@latchkey/protocol'

/** A transfer to be sent. Amounts are base units. */
export interface Transfer {
  /** The sending account and its chain, as a CAIP-10 id. */
  readonly from: AccountId
  /**
   * Plain address (no CAIP-10 id) of the receiver on the same chain; validated by the adapter's
   * `isAddress`.
   */
  readonly to: string
  readonly asset: Asset
  /** Amount to send, in base units; above zero. */
  readonly amount: bigint
  /**
   * Bytes that are appended to the transaction's data, by which the receiver recognises the
   * payment: `0x` and hex digits. A chain family whose transfers have no place for such bytes
   * leaves them out.
   */
  readonly mark?: string
}

/**
 * Where the reads of a chain go: to the owner's nodes with fallback, else to the gateway, else to
 * the connected wallet. Core builds this source.
 */
export interface ReadSource {
  readonly chain: Chain
  readonly signal?: AbortSignal
  /**
   * Sends one JSON-RPC call, with retries, timeouts and fallback to other nodes. The answer is
   * *not* validated.
   */
  request(method: string, params?: unknown): Promise<unknown>
}

/** The amount of one asset that an account holds. */
export interface Balance {
  readonly asset: Asset
  /** Amount in base units of `asset`. */
  readonly amount: bigint
  /** Fiat price of one whole unit of the asset, as a decimal string; absent when unknown. */
  readonly price?: string
}

/** A warning to show when the visitor reviews a transaction. */
export type TransferNote =
  | 'contract-receiver'
  | 'first-time-receiver'
  | 'similar-receiver'
  /** The receiver is the sender's own account. */
  | 'own-receiver'
  /** The site owner has not listed the contract that makes the swap as trusted. */
  | 'unknown-router'
  /**
   * The simulation is incomplete: the node could only tell that the swap would not fail, not which
   * balances it changes.
   */
  | 'partial-trial'
  /**
   * The gateway that built the swap also simulated it, because the site owner has configured no
   * node for the chain.
   */
  | 'gateway-trial'
  /** No key exists for the receiver: whatever is sent there is lost. */
  | 'unspendable-receiver'
  /** The fee includes a deposit for an account that this transfer creates for the receiver. */
  | 'receiver-deposit'
  /** The approval lets the spender take an unlimited amount of the token. */
  | 'unlimited-approval'
  /** The gateway's operator warns of the token. */
  | 'warned-token'
  /** An account other than the sender pays the fee. */
  | 'sponsored-fee'

export interface TransferEstimate {
  /** The highest possible fee, in base units of `feeAsset`. */
  readonly fee: bigint
  /** The coin in which the fee is paid. */
  readonly feeAsset: Asset
  readonly notes: readonly TransferNote[]
  /**
   * `least` and `most`: the smallest and the largest amount of the asset that can be sent, in base
   * units. When they are absent, any amount above zero can be sent, up to the balance less the fee.
   */
  readonly least?: bigint
  readonly most?: bigint
  /** Data that only the adapter of the chain family reads: gas, fee caps, nonce. */
  readonly data?: unknown
}

/** A call of a contract, in the format of the chain family. */
export interface Call {
  /** Plain address (no CAIP-10 id) of the contract. */
  readonly to: string
  /** Data of the contract call, in the format of the chain family; hex on eip155. */
  readonly data: string
  /** Amount of the chain's coin that is sent with the call, in base units. */
  readonly value: bigint
}

/** What several calls would do if they were sent now, one after the other. */
export interface Simulation {
  /**
   * The highest possible fee of the last call, in base units of `feeAsset`. When the fee cannot be
   * computed, it is 0 and there is no `data`.
   */
  readonly fee: bigint
  readonly feeAsset: Asset
  /**
   * How the account's balance of each asset would change, by asset id, in the order of the
   * requested assets; base units, without the fee. Absent when the node cannot report changes: it
   * has then only confirmed that the last call would not fail.
   */
  readonly changes?: Readonly<Record<string, bigint>>
  /** The adapter's own data about the last call, such as its gas and fee caps. */
  readonly data?: unknown
}

/** What a token approval allows: the spender may take an amount of the token. */
export interface Approval {
  /** Contract address of the token: a plain address, no CAIP-10 id. */
  readonly token: string
  /** Plain address (no CAIP-10 id) that may spend the token. */
  readonly spender: string
  /** Amount of the token that the spender may take, in base units. */
  readonly amount: bigint
}

/** What a call of a swap router would do, as decoded from the call's data. */
export interface SwapCall {
  /** Plain address (no CAIP-10 id) that receives the swapped tokens. */
  readonly recipient: string
  /** Contract address of the token that is paid; absent when the chain's coin is paid. */
  readonly pays?: string
  /** Contract address of the token that is received; absent when it is the chain's coin. */
  readonly receives?: string
  /** Limits in base units: at most `most` is paid, and at least `least` is received. */
  readonly most: bigint
  readonly least: bigint
  /** Time after which the router refuses the call, in seconds since the epoch. */
  readonly deadline?: bigint
}

/**
 * What the chain's nodes say about a submitted transaction. Each adapter defines when a transaction
 * counts as `dropped`.
 */
export type ChainVerdict =
  | { readonly state: 'pending' }
  | {
      readonly state: 'confirmed'
      readonly block: string
      /** Fee that was paid, in base units of the chain's coin. */
      readonly fee?: bigint
      /**
       * Amount of the asset `receives` that the account received, in base units, above 0; absent
       * when the amount is uncertain.
       */
      readonly received?: bigint
      /**
       * Amount in base units that the transaction brought to the receiver that `pays` names, in the
       * asset that `pays` names; absent without `pays`, or when the amount is uncertain.
       */
      readonly paid?: bigint
      /**
       * Number of blocks from the transaction's block to the newest, both included; absent without
       * `pays`.
       */
      readonly confirmations?: number
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
 * The reads of a chain family's chains. They never use a connector or the kit's state. Each throws
 * raw errors, which `Adapter.explain` maps to codes.
 */
export interface Reader {
  /**
   * Returns the balances of the native coin, first, and of `assets`, each once; in one round trip
   * when the chain allows it.
   */
  balances(
    source: ReadSource,
    parameters: { readonly account: AccountId; readonly assets?: readonly Asset[] },
  ): Promise<readonly Balance[]>
  estimateTransfer(source: ReadSource, transfer: Transfer): Promise<TransferEstimate>
  /**
   * Simulates calls on the newest state without sending them. Throws the node's error when one of
   * the calls would fail. Absent when the chain family has no contracts.
   */
  simulate?(
    source: ReadSource,
    parameters: {
      readonly from: AccountId
      /** The calls in the order in which they are simulated; never empty. */
      readonly calls: readonly Call[]
      /** Assets whose balance changes are wanted. */
      readonly assets: readonly Asset[]
    },
  ): Promise<Simulation>
  /**
   * Returns the amount of an asset that `spender` may take from the owner, in base units; for the
   * chain's coin always unlimited.
   */
  allowance?(
    source: ReadSource,
    parameters: {
      readonly owner: AccountId
      readonly asset: Asset /** Plain address (no CAIP-10 id) that may spend the asset. */
      readonly spender: string
    },
  ): Promise<bigint>
  /**
   * Reads a call as a token approval; null when the call is no approval, or does more than approve.
   * Makes no request.
   */
  approval?(call: Call): Promise<Approval | null>
  /** Reads a call of a swap router in a known form; null for any other call. Makes no request. */
  swapCall?(call: Call): Promise<SwapCall | null>
  /**
   * Returns the number of decimal places of a token, as its contract reports them; for the chain's
   * coin, those of the chain's configuration.
   */
  decimals?(source: ReadSource, asset: Asset): Promise<number>
  /**
   * Returns an address in the spelling that is shown, with its checksum when the chain family has
   * one (EIP-55 on eip155). Makes no request.
   */
  spelling?(address: string): Promise<string>
  /**
   * Returns whether an address has no known key, or is one that by convention burns coins, so that
   * whatever is sent there is lost. Makes no request. Absent when the chain family has no such
   * addresses.
   */
  isUnspendable?(address: string): Promise<boolean>
  /**
   * Reads the hash of a transaction (on some chains a signature or an id) and returns it as the
   * chain's nodes write it; null when the text is no hash. Makes no request.
   */
  parseHash(text: string): Promise<string | null>
  verdict(
    source: ReadSource,
    parameters: {
      readonly hash: string
      readonly from: AccountId
      readonly nonce?: number
      /**
       * Time when the transaction was submitted, in milliseconds since the epoch. Without it a new
       * transaction cannot be distinguished from a lost one, so none is reported as `dropped`.
       */
      readonly submittedAt?: number
      /** The asset that the account is to receive by the transaction. */
      readonly receives?: Asset
      /** The asset that the transaction is to pay, and the plain address of the receiver. */
      readonly pays?: { readonly asset: Asset; readonly to: string }
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
