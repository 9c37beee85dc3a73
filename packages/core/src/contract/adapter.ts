import type { Asset, AssetId, Chain, ChainId, ErrorCode, Namespace } from '@latchkey/protocol'
import type { Connector } from './connector.ts'
import type { Reader } from './reader.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { Stop } from './stop.ts'

/**
 * The adapter of one chain family, such as Ethereum-like chains. It only reports what wallets and
 * chains answer; core decides what follows from the answers.
 */
export interface Adapter<Id extends ChainId = ChainId> {
  readonly namespace: Namespace
  /** Name of the family, shown when a visitor chooses one: "Ethereum". */
  readonly name: string
  /** The family's chains, as the owner configured them; never empty; the first is the default. */
  readonly chains: readonly Chain<Id>[]
  readonly read: Reader
  /**
   * `rest` when the nodes of this family are REST servers, with the chain's `rpcUrls` as base URLs.
   * `ReadSource.request` then takes `GET` with `[path]` or `POST` with `[path, body]` (text, or an
   * object as JSON), and resolves to the JSON of the answer, or to its text.
   */
  readonly nodes?: 'rest'
  /** Returns the chain's native coin as an asset, with its CAIP-19 id. */
  nativeAsset(chain: Chain): Asset
  /**
   * Returns the CAIP-19 id of the token with this contract address; null when the chain family has
   * no such token.
   */
  tokenId(chain: ChainId, address: string): AssetId | null
  isAddress(text: string): boolean
  /**
   * Returns whether two valid addresses are the same, even when they are spelled differently (upper
   * and lower case on eip155). Must be synchronous and fast.
   */
  isSameAddress(a: string, b: string): boolean
  /**
   * Reports each connector once, at once or when its wallet is found; calling the returned function
   * removes the listeners. A connector with an id that was reported before replaces the earlier
   * one.
   */
  discover(onFound: (connector: Connector) => void): Stop
  /** Makes a connector of a session with a remote wallet (WalletConnect, embedded). */
  remote?(session: RemoteSession): Promise<Connector>
  /**
   * What `remote` needs from a wallet: a transport, such as WalletConnect, asks wallets for exactly
   * these methods and events. Only kits with a transport load this code.
   */
  wire?(): Promise<WireNeeds>
  explain(error: unknown): ErrorCode
}
