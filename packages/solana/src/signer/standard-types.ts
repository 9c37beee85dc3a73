// The types of Wallet Standard (https://github.com/wallet-standard/wallet-standard), as far as the
// kit's own wallet needs them. They are declared here instead of imported, so that no page loads a
// further package for types alone; tests compare them with the original types.

/** An icon in the format that Wallet Standard allows. */
export type StandardIcon = `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`

/** An account of the kit's wallet, in the form of Wallet Standard. */
export interface KitStandardAccount {
  /** Address of the account, in base58. */
  readonly address: string
  /** Ed25519 public key of 32 bytes. */
  readonly publicKey: Uint8Array
  /** Chains in Wallet Standard's spelling, such as `solana:mainnet`. */
  readonly chains: readonly `solana:${string}`[]
  /** Names of the features that the connected wallet has. */
  readonly features: readonly `solana:${string}`[]
}

/** One transaction to sign: its account, chain (default the selected one) and bytes. */
export interface StandardTransactionInput {
  readonly account: { readonly address: string }
  readonly chain?: string
  readonly transaction: Uint8Array
}

/** One message to sign. */
export interface StandardMessageInput {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}

/** What changed, for the listeners of `standard:events`. */
export interface StandardChange {
  readonly accounts?: readonly KitStandardAccount[]
  readonly features?: KitStandardFeatures
}

type Versions = readonly ('legacy' | 0)[]

/**
 * The features of the kit's wallet. Those whose names start with `solana:` are present only while a
 * connected wallet has them.
 */
export interface KitStandardFeatures {
  readonly [name: `${string}:${string}`]: unknown
  readonly 'standard:connect': {
    readonly version: '1.0.0'
    readonly connect: (input?: { readonly silent?: boolean }) => Promise<{
      readonly accounts: readonly KitStandardAccount[]
    }>
  }
  readonly 'standard:disconnect': {
    readonly version: '1.0.0'
    readonly disconnect: () => Promise<void>
  }
  readonly 'standard:events': {
    readonly version: '1.0.0'
    readonly on: (event: 'change', listener: (change: StandardChange) => void) => () => void
  }
  readonly 'solana:signTransaction'?: {
    readonly version: '1.0.0'
    readonly supportedTransactionVersions: Versions
    readonly signTransaction: (
      ...inputs: readonly StandardTransactionInput[]
    ) => Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
  readonly 'solana:signAndSendTransaction'?: {
    readonly version: '1.0.0'
    readonly supportedTransactionVersions: Versions
    readonly signAndSendTransaction: (
      ...inputs: readonly StandardTransactionInput[]
    ) => Promise<readonly { readonly signature: Uint8Array }[]>
  }
  readonly 'solana:signMessage'?: {
    readonly version: '1.1.0'
    readonly signMessage: (...inputs: readonly StandardMessageInput[]) => Promise<
      readonly {
        readonly signedMessage: Uint8Array
        readonly signature: Uint8Array
        readonly signatureType: 'ed25519'
      }[]
    >
  }
}

/** The object that presents the kit as a wallet of Wallet Standard. */
export interface KitStandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: StandardIcon
  readonly chains: readonly `solana:${string}`[]
  readonly features: KitStandardFeatures
  readonly accounts: readonly KitStandardAccount[]
}
