import type { AssetId, ChainId } from '@latchkey/protocol'
import type { NodeCall } from '../../ports/node-port.ts'

/**
 * The properties of a chain family (such as EVM or Solana) that are known without asking a node.
 */
export interface Family {
  /** CAIP-2 namespace of the family's chains, such as `eip155`. */
  readonly namespace: string
  /** Protocol of the family's nodes: JSON-RPC, or REST below a base address. */
  readonly nodes: 'rpc' | 'rest'
  /** What a CAIP-19 id of the coin has after the slash, such as `slip44:60`. */
  readonly coin: string
  /**
   * Address that clients send to mean the coin, in canonical spelling; absent when there is none.
   */
  readonly coinAddress?: string
  /** Whether addresses of the family can have names. */
  readonly hasNames: boolean
  /** Whether transactions of the family pay for gas, so that a gas price exists. */
  readonly hasGasPrice: boolean
  /**
   * Whether `text` is an address of `chain`, or of any chain of the family; a required checksum is
   * verified.
   */
  isAddress(text: string, chain?: ChainId): boolean
  /** Returns the canonical spelling of a valid address. */
  normal(address: string): string
  /**
   * Returns the CAIP-19 id of the token with this address; undefined when the address names no
   * token.
   */
  tokenOf(chain: ChainId, address: string): AssetId | undefined
  /** Whether pages may send a call to a node of the family. */
  isAllowed(call: NodeCall): boolean
  /**
   * Returns the canonical spelling of a token that a client names in `forceUpdate`; its balance is
   * then read in addition to those of the known tokens. Absent when the family always finds all
   * tokens that an account holds.
   */
  readonly also?: (address: string) => string | undefined
}

/** Returns the CAIP-19 id of the coin on a chain of this family. */
export function coinAsset({ coin }: Pick<Family, 'coin'>, chain: ChainId): AssetId {
  return `${chain}/${coin}` as AssetId
}
