/** An EIP-1193 provider of any wallet or library. */
export interface Eip1193Provider {
  request(parameters: {
    readonly method: string
    readonly params?: readonly unknown[] | object | undefined
  }): Promise<unknown>
  on(event: never, listener: never): unknown
  removeListener(event: never, listener: never): unknown
}

/** A provider for one test, on a page of its own, with controls of the wallet behind it. */
export interface ProviderFixture {
  readonly provider: Eip1193Provider
  /** Addresses that the wallet shares, the selected one first. */
  readonly accounts: readonly `0x${string}`[]
  /** Chain ids in hex: the current one, and another that the wallet can switch to. */
  readonly chains: readonly [`0x${string}`, `0x${string}`]
  /** Simulates that the visitor connects the wallet. */
  connect(): unknown
  /** Simulates that the visitor or the page ends the connection. */
  disconnect(): unknown
  /** Makes the wallet answer all later requests of `method` with this error. */
  refuse(method: string, error: { readonly code: number; readonly message: string }): void
  /** Requests that reached the wallet, in order. */
  reached(): readonly { readonly method: string; readonly params: unknown }[]
  /**
   * Simulates that the visitor selects the second account. Only for wallets without a second
   * account it may be absent.
   */
  selectOtherAccount?(): unknown
  /**
   * Simulates that the visitor switches to the other chain in the wallet. Only for wallets that
   * cannot do so it may be absent.
   */
  selectOtherChain?(): unknown
  /**
   * Whether `eth_requestAccounts` starts the connection. If not, the page connects by its own
   * dialog, and the request throws error 4100 until then.
   */
  readonly connectsByRequest: boolean
  /**
   * Whether the events `connect` and `disconnect` are about the connection of page and wallet. If
   * not, they are about the connection of provider and chain, as in browser extensions.
   */
  readonly tellsOfWallet: boolean
  /** Whether the wallet signs with real keys, so that the tests verify its signatures. */
  readonly hasKeys: boolean
  stop(): unknown
}
