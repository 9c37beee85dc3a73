import type { AccountId, Chain, ChainId } from '@latchkey/protocol'
import type { Delegation } from './delegation.ts'
import type { Call, ReadSource, Simulation, Transfer, TransferEstimate } from './reader.ts'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/**
 * What a wallet can do: a feature is supported when its method is present. Every method throws raw
 * wallet errors; core maps them by `adapter.explain`.
 */
export interface Features {
  signMessage?(parameters: {
    readonly account: AccountId
    readonly message: string | Uint8Array
    /**
     * Whether the text is a sign-in: a family with several kinds of signatures then uses that of its
     * sign-ins, which is BIP-322 on bip122.
     */
    readonly isSignIn?: boolean
    readonly signal: AbortSignal
  }): Promise<{ readonly signature: string }>
  /** Signs in with a text that the wallet writes itself; it must be that of `signInText`. */
  signIn?(parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  }): Promise<Proof>
  /** The text that `signIn` makes the wallet sign; present with `signIn`. It asks no wallet. */
  signInText?(parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
  }): Promise<string>
  /** Switches the chain in one step; a wallet that does not know the chain adds it first. */
  switchChain?(parameters: {
    readonly chain: Chain
    /** Node URLs given to a wallet that has to add the chain; default the chain's own. */
    readonly rpcUrls?: readonly string[]
    readonly signal: AbortSignal
  }): Promise<void>
  transfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    /** The answer of `estimateTransfer`. */
    readonly estimate?: TransferEstimate
    /** Where to read the chain, for a wallet that only signs and leaves the sending to the page. */
    readonly source?: ReadSource
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */
    readonly hash: string
    /**
     * The nonce, on a chain that has one; else the last block that may include the transaction,
     * when there is such a limit.
     */
    readonly nonce?: number
  }>
  /** Signs and sends a call of a contract. */
  sendCall?(parameters: {
    readonly from: AccountId
    readonly call: Call
    readonly chain: Chain
    /** The answer of `simulate`. */
    readonly simulation?: Simulation
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */
    readonly hash: string
    /** The nonce, on a chain that has one. */
    readonly nonce?: number
  }>
  /**
   * What a transfer costs according to the wallet, without a prompt, for a wallet that sends in
   * another way than a plain account. Null when the chain's own estimate is right.
   */
  estimateTransfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly source: ReadSource
    readonly signal?: AbortSignal
  }): Promise<TransferEstimate | null>
  /**
   * Which contract's code controls an account in addition to its key, as the wallet reports it
   * (EIP-7702); null when there is none.
   */
  readDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Delegation | null>
  /** Ends the delegation by a transaction of the account, which the visitor approves. */
  endDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<{ /** Transaction hash or id. */ readonly hash: string }>
  /**
   * EIP-5792 and similar: the capabilities that the wallet reports for each chain. Checked only for
   * being an object.
   */
  capabilities?(parameters: {
    readonly account: AccountId
    /** Chains to tell of; default: all. A wallet may tell of others, too. */
    readonly chains?: readonly ChainId[]
    readonly signal: AbortSignal
  }): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>>
  /**
   * The wallet's own RPC, for reads when no node is configured, and for special actions of
   * adapters.
   */
  request?(parameters: {
    readonly chain: ChainId
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal
  }): Promise<unknown>
}
