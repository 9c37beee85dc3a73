import type { ChainId } from '@latchkey/protocol'

/** What a wallet is asked to sign for one of its accounts. */
export interface Question {
  /** Base58. */
  readonly address: string
  readonly chain: ChainId
  /** Without it the answer is waited for, whatever the page wants. */
  readonly signal?: AbortSignal | undefined
}

/**
 * How a verb reaches the wallet: a Wallet Standard object, or somebody else's wire. What it answers
 * has its right length and nothing more; whether it is the right signature the verbs check.
 */
export interface Wire {
  /** Throws `account-missing` for what the wallet does not share; asks nobody. */
  checkAccount(address: string): void
  /** Absent for most: true for a wallet that signs no transaction of version 0. */
  readonly isLegacyOnly?: boolean
  /** 64 bytes over `message`. */
  signMessage(question: Question & { readonly message: Uint8Array }): Promise<Uint8Array>
  /** `transaction` with the account's signature in it. */
  signTransaction(question: Question & { readonly transaction: Uint8Array }): Promise<Uint8Array>
  /** As many, in one question. Absent where the wallet is asked for one at a time. */
  signTransactions?(
    question: Question & { readonly transactions: readonly Uint8Array[] },
  ): Promise<readonly Uint8Array[]>
  /** Signs and sends; the 64 bytes of the first signature. Absent where the wallet only signs. */
  sendTransaction?(question: Question & { readonly transaction: Uint8Array }): Promise<Uint8Array>
}
