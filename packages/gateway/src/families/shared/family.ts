import type { AssetId, ChainId } from '@latchkey/protocol'
import type { NodeCall } from '../../ports/node-port.ts'

/** The facts of one chain family that need no node. */
export interface Family {
  /** CAIP-2. */
  readonly namespace: string
  /** Protocol of its nodes: JSON-RPC, or REST below a base address. */
  readonly nodes: 'rpc' | 'rest'
  /** The coin's part of a CAIP-19 id, after the slash. */
  readonly coin: string
  /** Address that requests use for the coin, in canonical spelling; absent when there is none. */
  readonly coinAddress?: string
  /** Whether its addresses can have names. */
  readonly hasNames: boolean
  /** Whether its transactions pay for gas, so that a gas price exists. */
  readonly hasGasPrice: boolean
  /**
   * Whether `text` is an address of `chain`, or of any chain of the family; a required checksum is
   * verified.
   */
  isAddress(text: string, chain?: ChainId): boolean
  /** Canonical spelling of a valid address. */
  normal(address: string): string
  /** CAIP-19 id of a token from its address in a request; undefined when there is none. */
  tokenOf(chain: ChainId, address: string): AssetId | undefined
  /** Whether pages may send this call to a node. */
  isAllowed(call: NodeCall): boolean
  /**
   * Canonical spelling of a token that a request names in `forceUpdate`, to be read beside the
   * known tokens. Absent when the family always finds all held tokens.
   */
  readonly also?: (address: string) => string | undefined
}

/** The coin of a chain of this family. */
export function coinAsset({ coin }: Pick<Family, 'coin'>, chain: ChainId): AssetId {
  return `${chain}/${coin}` as AssetId
}
