import type { ChainId } from '@latchkey/protocol'

/** A request to sign for one of the wallet's accounts. */
export interface WireRequest {
  /** Address of the account, in base58. */
  readonly address: string
  readonly chain: ChainId
  /**
   * Ends the wait for the wallet's answer. Without it, the answer is awaited even when the page
   * aborts.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * How an action reaches the wallet: through a Wallet Standard object, or a remote session. Only the
 * length of an answer is checked here; the actions check the signatures.
 */
export interface Wire {
  /** Throws `account-missing` for an account that the wallet does not share; shows no prompt. */
  checkAccount(address: string): void
  /** True for a wallet that signs no transaction of version 0; absent for most. */
  readonly isLegacyOnly?: boolean
  /** Resolves to a signature of 64 bytes over `message`. */
  signMessage(request: WireRequest & { readonly message: Uint8Array }): Promise<Uint8Array>
  /** Resolves to `transaction` with the account's signature. */
  signTransaction(request: WireRequest & { readonly transaction: Uint8Array }): Promise<Uint8Array>
  /** Signs several transactions in one request. Absent when the wallet signs one at a time. */
  signTransactions?(
    request: WireRequest & { readonly transactions: readonly Uint8Array[] },
  ): Promise<readonly Uint8Array[]>
  /**
   * Signs and sends; resolves to the 64 bytes of the first signature. Absent when the wallet only
   * signs.
   */
  sendTransaction?(request: WireRequest & { readonly transaction: Uint8Array }): Promise<Uint8Array>
}
