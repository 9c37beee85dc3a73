/**
 * Largest sizes that a page accepts in an answer; a larger answer is refused as a whole, because
 * all outside data is untrusted.
 */
export const answerLimits = {
  /** Names, symbols, ids, in UTF-16 units. */
  text: 256,
  /** Links, in UTF-16 units. */
  link: 2_048,
  /** Free text for developers, in UTF-16 units. */
  message: 4_096,
  /** An image address: a `data:` icon of 64 KiB in base64 with its prefix. */
  image: 90_000,
  /** Chains of a supported-chains list. */
  chains: 1_000,
  /** Balances of one account. */
  balances: 1_000,
  /** Transactions of one page of history. */
  history: 200,
  /** Transfers of one transaction. */
  transfers: 500,
  /** Prices of one answer. */
  prices: 200,
  /** Events of one batch. */
  events: 500,
  /** Properties of an event, in bytes of JSON. */
  eventBytes: 16_384,
  /** Wallets of one page. */
  wallets: 200,
  /** Keys, chains or injected flags of one wallet. */
  walletParts: 200,
  /** Features of a project, and entries of a feature's configuration. */
  features: 100,
  /** Allowed origins of a project. */
  origins: 1_000,
  /** Reasons of an error body. */
  reasons: 100,
  /** Tokens of one chain's swap list. */
  swapTokens: 5_000,
  /** Offers for one swap. */
  offers: 20,
  /** Tokens on the path of one swap. */
  path: 16,
  /** Sellers of coins, or exchanges. */
  providers: 100,
  /** Suggested names. */
  suggestions: 20,
  /** Calls of one JSON-RPC batch. */
  batch: 1_000,
} as const
