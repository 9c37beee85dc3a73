import type { AccountId, Chain, ChainId } from '@latchkey/protocol'
import type { Delegation } from './delegation.ts'
import type { Call, ReadSource, Simulation, Transfer, TransferEstimate } from './reader.ts'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/**
 * What a wallet can do: it supports a feature when the feature's method is present. Every method
 * throws the wallet's raw errors; core maps them by `adapter.explain`.
 */
export interface Features {
  signMessage?(parameters: {
    readonly account: AccountId
    readonly message: string | Uint8Array
    /**
     * Whether the text is that of a sign-in. A family that has several kinds of signatures then
     * uses the one that its sign-ins use: BIP-322 on bip122.
     */
    readonly isSignIn?: boolean
    readonly signal: AbortSignal
  }): Promise<{ readonly signature: string }>
  /**
   * Lets the wallet sign in with a text that the wallet writes itself. The text must be the one
   * that `signInText` returns.
   */
  signIn?(parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  }): Promise<Proof>
  /**
   * Returns the text that `signIn` lets the wallet sign, without asking the wallet. Present
   * whenever `signIn` is.
   */
  signInText?(parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
  }): Promise<string>
  /**
   * Switches the wallet to a chain in one step; a wallet that does not know the chain adds it
   * first.
   */
  switchChain?(parameters: {
    readonly chain: Chain
    /** Node URLs to give to a wallet that has to add the chain; default the URLs of `chain`. */
    readonly rpcUrls?: readonly string[]
    readonly signal: AbortSignal
  }): Promise<void>
  transfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    /** The result of `estimateTransfer` for this transfer. */
    readonly estimate?: TransferEstimate
    /**
     * Where to read the chain, for a wallet that only signs, so that the page has to send the
     * transaction.
     */
    readonly source?: ReadSource
    readonly signal: AbortSignal
  }): Promise<{
    /** Hash or id of the sent transaction. */
    readonly hash: string
    /**
     * The transaction's nonce, on a chain that has nonces; else the last block that may include the
     * transaction, when there is such a limit.
     */
    readonly nonce?: number
  }>
  /** Asks the wallet to sign and send a call of a contract. */
  sendCall?(parameters: {
    readonly from: AccountId
    readonly call: Call
    readonly chain: Chain
    /** The result of `simulate` for this call. */
    readonly simulation?: Simulation
    readonly signal: AbortSignal
  }): Promise<{
    /** Hash or id of the sent transaction. */
    readonly hash: string
    /** The transaction's nonce, on a chain that has nonces. */
    readonly nonce?: number
  }>
  /**
   * Returns what a transfer costs according to the wallet, without a prompt. For wallets that do
   * not send like a plain account, such as contract accounts. Null when the chain's own estimate is
   * right.
   */
  estimateTransfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly source: ReadSource
    readonly signal?: AbortSignal
  }): Promise<TransferEstimate | null>
  /**
   * Returns which contract's code controls an account in addition to its key (EIP-7702), as the
   * wallet reports it; null when there is none.
   */
  readDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Delegation | null>
  /** Ends the EIP-7702 delegation by a transaction of the account, which the visitor approves. */
  endDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<{ /** Hash or id of the sent transaction. */ readonly hash: string }>
  /**
   * Returns the capabilities that the wallet reports for each chain (EIP-5792 and similar). The
   * only check is that they are an object.
   */
  capabilities?(parameters: {
    readonly account: AccountId
    /**
     * Chains whose capabilities are asked for; default all. The wallet may report other chains,
     * too.
     */
    readonly chains?: readonly ChainId[]
    readonly signal: AbortSignal
  }): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>>
  /**
   * Sends a request to the wallet's own RPC: for reads when no node is configured, and for special
   * actions of adapters.
   */
  request?(parameters: {
    readonly chain: ChainId
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal
  }): Promise<unknown>
}
