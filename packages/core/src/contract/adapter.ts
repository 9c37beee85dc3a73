import type { Asset, AssetId, Chain, ChainId, ErrorCode, Namespace } from '@latchkey/protocol'
import type { Connector } from './connector.ts'
import type { Reader } from './reader.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { Stop } from './stop.ts'

/** One chain family. An adapter reports; core decides. */
export interface Adapter {
  readonly namespace: Namespace
  /** Name of the family, shown when a visitor chooses one: "Ethereum". */
  readonly name: string
  /** Configured by the owner; never empty; the first is the default. */
  readonly chains: readonly Chain[]
  readonly read: Reader
  /**
   * Nodes of this family are REST servers, `rpcUrls` their bases: `ReadSource.request` takes `GET`
   * with `[path]` or `POST` with `[path, body]` (text, or an object as JSON) and resolves to the
   * JSON of the answer, or to its text.
   */
  readonly nodes?: 'rest'
  /** The chain's native coin as an Asset, with its CAIP-19 id. */
  nativeAsset(chain: Chain): Asset
  /** CAIP-19 id and Asset parts for a token address of this family, or null if it is invalid. */
  tokenId(chain: ChainId, address: string): AssetId | null
  isAddress(text: string): boolean
  /**
   * Canonical spelling for showing and comparing (EIP-55 on eip155). `text` is a valid address.
   * Cheap, synchronous.
   */
  isSameAddress(a: string, b: string): boolean
  /**
   * Reports each connector once, now or later; the returned stop removes the listeners. A connector
   * with an id that was reported before replaces the earlier one.
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
