import type { Asset, AssetId, Chain, ChainId, ErrorCode, Namespace } from '@latchkey/protocol'
import type { Connector } from './connector.ts'
import type { Reader } from './reader.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { Stop } from './stop.ts'

/**
 * One chain family. An adapter only reports what wallets and chains answer; core decides what
 * follows from it.
 */
export interface Adapter<Id extends ChainId = ChainId> {
  readonly namespace: Namespace
  /** Name of the family, shown when a visitor chooses one: "Ethereum". */
  readonly name: string
  /** Configured by the owner; never empty; the first is the default. */
  readonly chains: readonly Chain<Id>[]
  readonly read: Reader
  /**
   * Nodes of this family are REST servers, `rpcUrls` their bases: `ReadSource.request` takes `GET`
   * with `[path]` or `POST` with `[path, body]` (text, or an object as JSON) and resolves to the
   * JSON of the answer, or to its text.
   */
  readonly nodes?: 'rest'
  /** The chain's native coin as an Asset, with its CAIP-19 id. */
  nativeAsset(chain: Chain): Asset
  /** CAIP-19 id of the token with this address; null when the family has no such token. */
  tokenId(chain: ChainId, address: string): AssetId | null
  isAddress(text: string): boolean
  /**
   * Whether two valid addresses are the same, even when they are spelled differently (upper and
   * lower case on eip155). Cheap, synchronous.
   */
  isSameAddress(a: string, b: string): boolean
  /**
   * Reports each connector once, now or later; calling the returned function removes the listeners.
   * A connector with an id that was reported before replaces the earlier one.
   */
  discover(onFound: (connector: Connector) => void): Stop
  /** Makes a connector of a remote session (WalletConnect, embedded). */
  remote?(session: RemoteSession): Promise<Connector>
  /**
   * What `remote` needs from the wallet: a transport asks wallets for exactly this. Only kits with
   * a transport load it.
   */
  wire?(): Promise<WireNeeds>
  explain(error: unknown): ErrorCode
}
