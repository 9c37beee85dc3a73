import type { ChainId } from '@latchkey/protocol'

/** A request to sign for one of the wallet's accounts. */
export interface WireRequest {
  /** Address of the account, in base58. */
  readonly address: string
  readonly chain: ChainId
  /**
   * Ends the wait for the wallet's answer when it aborts. Without this signal, the answer is
   * awaited even when the page aborts.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * How an action reaches the wallet: through a Wallet Standard object, or a remote session. Only the
 * length of an answer is checked here; the actions check the signatures.
 */
export interface Wire {
  /**
   * Checks that the wallet shares an account, without a prompt. Throws `account-missing` if it does
   * not.
   */
  checkAccount(address: string): void
  /**
   * Whether the wallet signs only legacy transactions, none of version 0; absent for most wallets.
   */
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
   * Signs and sends a transaction; resolves to the 64 bytes of its first signature. Absent when the
   * wallet only signs.
   */
  sendTransaction?(request: WireRequest & { readonly transaction: Uint8Array }): Promise<Uint8Array>
}
