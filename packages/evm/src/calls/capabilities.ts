import type { ChainId } from '@latchkey/protocol'

/** A JSON value, as it travels to the wallet. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** A web service that pays the fees of a batch (ERC-7677). */
export interface PaymasterService {
  /** Address of the service's JSON-RPC endpoint: `https:`, or `http:` on this machine. */
  readonly url: string
  /** Data for the service, such as the id of a policy; the service says what it needs. */
  readonly context?: { readonly [name: string]: JsonValue } | undefined
  /** Whether a wallet that does not know paymasters may send the batch all the same. */
  readonly optional?: boolean | undefined
}

/**
 * What a page wants of a wallet for a batch (EIP-5792), by the names that the standards give. A
 * wallet that does not know one of them refuses the batch, unless it is `optional`.
 */
export interface CallsCapabilities {
  readonly paymasterService?: PaymasterService | undefined
  /** Any other capability. */
  readonly [name: string]:
    | PaymasterService
    | { readonly optional?: boolean | undefined; readonly [field: string]: JsonValue | undefined }
    | undefined
}

/** What a wallet can do on one chain; what is absent, it does not offer or did not tell. */
export interface ChainCapabilities {
  /**
   * Whether batches can be atomic: `supported`, `ready` when the visitor is asked to upgrade the
   * account first, or `unsupported`.
   */
  readonly atomic?: { readonly status: 'supported' | 'ready' | 'unsupported' }
  /** Whether the wallet asks paymasters (ERC-7677). */
  readonly paymasterService?: { readonly supported: boolean }
  /** Any other capability, as the wallet described it: check each field before it is used. */
  readonly [name: string]: unknown
}

/** What a wallet can do, by chain; `eip155:0` holds for every chain. */
export type CapabilitiesByChain = Readonly<Record<ChainId, ChainCapabilities>>
