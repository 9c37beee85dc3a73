/**
 * Maximum sizes that a page accepts in an answer of the gateway. A larger answer is refused as a
 * whole, because all outside data is untrusted.
 */
export const answerLimits = {
  /** Maximum length of names, symbols and ids, in UTF-16 units. */
  text: 256,
  /** Maximum length of a link, in UTF-16 units. */
  link: 2_048,
  /** Maximum length of a free text for developers, in UTF-16 units. */
  message: 4_096,
  /** Maximum length of an image address: a `data:` icon of 64 KiB in base64 with its prefix. */
  image: 90_000,
  /** Maximum number of chains in the supported-chains list. */
  chains: 1_000,
  /** Maximum number of balances of one account. */
  balances: 1_000,
  /** Maximum number of transactions on one page of history. */
  history: 200,
  /** Maximum number of asset transfers in one transaction of the history. */
  transfers: 500,
  /** Maximum number of prices in one answer of the price call. */
  prices: 200,
  /** Maximum number of analytics events in one batch. */
  events: 500,
  /** Maximum size of an analytics event's properties, in bytes of JSON. */
  eventBytes: 16_384,
  /** Maximum number of wallets on one page of the wallet list. */
  wallets: 200,
  /** Maximum number of keys, of chains and of `injected` entries of one wallet. */
  walletParts: 200,
  /** Maximum number of features of a project, and of entries in a feature's configuration. */
  features: 100,
  /** Maximum number of origins that may use one project. */
  origins: 1_000,
  /** Maximum number of reasons in the body of a refused call. */
  reasons: 100,
  /** Maximum number of tokens in one chain's swap list. */
  swapTokens: 5_000,
  /** Maximum number of offers in the answer to one request for a swap quote. */
  offers: 20,
  /** Maximum number of tokens through which one swap goes. */
  path: 16,
  /** Maximum number of sellers of coins in one answer, and of exchanges. */
  providers: 100,
  /** Maximum number of names in the answer of the suggestions call. */
  suggestions: 20,
  /** Maximum number of calls in one JSON-RPC batch. */
  batch: 1_000,
} as const
