import type { ChainId } from '@latchkey/protocol'

/** A JSON value, in the form that is sent to the wallet. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** A web service that pays the fees of a batch (ERC-7677). */
export interface PaymasterService {
  /** URL of the service's JSON-RPC endpoint: `https:`, or `http:` to this machine. */
  readonly url: string
  /**
   * Data for the paymaster service, such as the id of a policy; the service defines which data it
   * needs.
   */
  readonly context?: { readonly [name: string]: JsonValue } | undefined
  /** Whether a wallet that does not support paymasters may send the batch without one. */
  readonly optional?: boolean | undefined
}

/**
 * The capabilities that a page wants from a wallet for a batch (EIP-5792), by their standard names.
 * A wallet that does not know one of them refuses the batch, unless that capability is `optional`.
 */
export interface CallsCapabilities {
  readonly paymasterService?: PaymasterService | undefined
  /** Any other capability, by its name. */
  readonly [name: string]:
    | PaymasterService
    | { readonly optional?: boolean | undefined; readonly [field: string]: JsonValue | undefined }
    | undefined
}

/**
 * What a wallet can do on one chain. A field is absent when the wallet does not support the
 * capability, or does not report it.
 */
export interface ChainCapabilities {
  /**
   * Whether batches can be atomic: `supported`, `ready` when the visitor is asked to upgrade the
   * account first, or `unsupported`.
   */
  readonly atomic?: { readonly status: 'supported' | 'ready' | 'unsupported' }
  /** Whether the wallet can let a paymaster service (ERC-7677) pay the fees. */
  readonly paymasterService?: { readonly supported: boolean }
  /**
   * Any other capability as the wallet described it, unchecked: check each field before it is used.
   */
  readonly [name: string]: unknown
}

/** What a wallet can do, by CAIP-2 chain; the entry `eip155:0` holds for every chain. */
export type CapabilitiesByChain = Readonly<Record<ChainId, ChainCapabilities>>
