/**
 * Largest sizes that a page accepts in an answer; a larger answer is refused as a whole, because
 * all outside data is untrusted.
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
  /** Maximum number of transfers in one transaction. */
  transfers: 500,
  /** Maximum number of prices in one answer. */
  prices: 200,
  /** Maximum number of events in one batch. */
  events: 500,
  /** Maximum size of an event's properties, in bytes of JSON. */
  eventBytes: 16_384,
  /** Maximum number of wallets on one page. */
  wallets: 200,
  /** Maximum number of keys, chains or injected flags of one wallet. */
  walletParts: 200,
  /** Maximum number of features of a project, and of entries in a feature's configuration. */
  features: 100,
  /** Maximum number of allowed origins of a project. */
  origins: 1_000,
  /** Maximum number of reasons in an error body. */
  reasons: 100,
  /** Maximum number of tokens in one chain's swap list. */
  swapTokens: 5_000,
  /** Maximum number of offers for one swap. */
  offers: 20,
  /** Maximum number of tokens on the path of one swap. */
  path: 16,
  /** Maximum number of sellers of coins, and of exchanges, in one answer. */
  providers: 100,
  /** Maximum number of suggested names. */
  suggestions: 20,
  /** Maximum number of calls in one JSON-RPC batch. */
  batch: 1_000,
} as const
