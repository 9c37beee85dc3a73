import type { AssetId, ChainId } from '@latchkey/protocol'
import type { NodeCall } from '../../ports/node-port.ts'

/** One chain family, as far as it can be told without asking a node. */
export interface Family {
  /** CAIP-2. */
  readonly namespace: string
  /** What its nodes speak: JSON-RPC, or REST below base addresses. */
  readonly nodes: 'rpc' | 'rest'
  /** Its coin, as CAIP-19 names it after the slash. */
  readonly coin: string
  /**
   * Stands for the coin where the wire names a token, in one spelling; absent where nothing does.
   */
  readonly coinAddress?: string
  /** Whether names are looked up for its addresses. */
  readonly hasNames: boolean
  /** Whether its transactions pay by gas, so that there is a price of it. */
  readonly hasGasPrice: boolean
  /**
   * Whether `text` is an address of `chain`; without it, of any chain of the family. Its checksum
   * counts where it must.
   */
  isAddress(text: string, chain?: ChainId): boolean
  /** One spelling for one address; `address` is a valid one. */
  normal(address: string): string
  /**
   * CAIP-19 of a token by the address the wire gives it, in one spelling; undefined where there is
   * none.
   */
  tokenOf(chain: ChainId, address: string): AssetId | undefined
  /** Whether pages may ask a node this. */
  isAllowed(call: NodeCall): boolean
  /**
   * A token that may be looked at beside the known ones (`forceUpdate`), in one spelling. Absent:
   * all that is held is always found.
   */
  readonly also?: (address: string) => string | undefined
}

/** The coin of a chain of this family. */
export function coinAsset({ coin }: Pick<Family, 'coin'>, chain: ChainId): AssetId {
  return `${chain}/${coin}` as AssetId
}
