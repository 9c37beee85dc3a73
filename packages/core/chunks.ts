/**
 * The files core is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Modules of core that every adapter imports at once.
  'lazy-connector': ['contract/lazy-connector', 'contract/lazy-adapter'],
  // What nearly every other file uses to read the state, and to change it.
  held: ['machine/read-own-field', 'machine/held', 'machine/inside'],
  // Modules that every page loads at once: the kit, and the account that a button shows.
  'get-account': ['machine/get-account', 'machine/get-public-status'],
  start: ['create-kit', 'session/resume'],
  // Shared by connecting and by resuming a session; a page needs only one of these two.
  connection: [
    'machine/per-kit',
    'machine/reduce-connection',
    'machine/failure',
    'race-signal',
    'machine/get-connection',
  ],
  connect: ['connect/connect'],
  // What disconnecting, signing and switching share: a page may do these without the dialog.
  note: ['machine/note', 'http/urls'],
  dialog: ['connect/dismiss-failure', 'wallet/group-wallets', 'wallet/is-phone'],
  'connect-more': [
    'queries/wallets-query',
    'connect/prepare-connect',
    'wallet/platform',
    'wallet/wallet-link',
  ],
  write: ['storage/write-stored', 'connect/watch-connectors'],
  session: ['session/index'],
  // Used by nearly every action.
  verbs: ['machine/adapter-of', 'wallet/ask-wallet'],
  watch: ['send/watch-transaction'],
  // Follows what other tabs write, and their transactions.
  tabs: ['session/follow-tabs'],
  disconnect: ['connect/disconnect'],
  // Signing, which sign-ins and names share.
  sign: ['sign/sign-message', 'sign/sign-in-message'],
  // What several reads and transfers share.
  ask: ['gateway/read-cached', 'plain-text', 'rpc/read-source'],
  // Pages import these by themselves, so they stay out of the files below.
  decimal: ['amount/decimal'],
  'onramp-limits': ['onramp/onramp-limits'],
  // From here on: what no page imports, because an action or a query loads it by itself.
  finish: ['connect/finish-connect'],
  transport: ['transport/transport-connector', 'transport/open-transport'],
  network: [
    'gateway/get',
    'gateway/post',
    'gateway/wallets',
    'gateway/supported-chains',
    'gateway/token-id',
    'rpc/read-chain',
  ],
  trade: [
    'swap/read-swap-tokens',
    'swap/read-swap-quote',
    'swap/check-draft',
    'onramp/read-quote',
    'onramp/read-onramp',
    'onramp/ask-exchange',
  ],
  // The sign-in to the owner's server; a page without one loads none of it.
  'sign-in': [
    'sign/follow-sign-in',
    'sign/sign-in',
    'sign/sign-out',
    'sign/get-sign-in-session',
    'connect/connect-challenge',
    'connect/finish-sign-in',
  ],
}
