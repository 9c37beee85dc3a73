/** A provider as EIP-1193 describes it, of whoever wrote it. */
export interface Eip1193Provider {
  request(parameters: {
    readonly method: string
    readonly params?: readonly unknown[] | object | undefined
  }): Promise<unknown>
  on(event: never, listener: never): unknown
  removeListener(event: never, listener: never): unknown
}

/** One fresh provider on a page of its own, and the wallet behind it. */
export interface ProviderFixture {
  readonly provider: Eip1193Provider
  /** Addresses that the wallet shares, the selected one first. */
  readonly accounts: readonly `0x${string}`[]
  /** Hex ids of the present chain, and of another one that the wallet can switch to. */
  readonly chains: readonly [`0x${string}`, `0x${string}`]
  /** Lets the visitor connect the wallet. */
  connect(): unknown
  /** Lets the visitor or the page end the connection. */
  disconnect(): unknown
  /** Makes the wallet throw this error at the method from now on. */
  refuse(method: string, error: { readonly code: number; readonly message: string }): void
  /** Requests that the wallet was asked, in order. */
  reached(): readonly { readonly method: string; readonly params: unknown }[]
  /** The visitor selects the second account; needed unless the wallet lacks one. */
  selectOtherAccount?(): unknown
  /** The visitor switches to the other chain in the wallet; needed unless it cannot. */
  selectOtherChain?(): unknown
  /**
   * Whether `eth_requestAccounts` lets the visitor connect the wallet. Otherwise the page has a
   * dialog of its own, and the request throws 4100 before.
   */
  readonly connectsByRequest: boolean
  /**
   * Whether the events `connect` and `disconnect` tell of the wallet. Otherwise they tell whether
   * the provider reaches its chain, as in wallets that are extensions.
   */
  readonly tellsOfWallet: boolean
  /** Whether the wallet has keys: then its signatures are verified. */
  readonly hasKeys: boolean
  stop(): unknown
}
