/**
 * The files core is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // What adapters need of core at once.
  'lazy-connector': ['contract/lazy-connector', 'contract/lazy-adapter'],
  // What nearly every other file asks of the state.
  held: ['machine/own', 'machine/held'],
  // What a page has at once: what a button shows, and the kit.
  'get-account': ['machine/get-account', 'machine/get-public-status'],
  start: ['create-kit', 'session/resume'],
  // Shared by connecting and by a session that is resumed; a page needs only one of them.
  connection: ['machine/reduce-connection', 'machine/failure', 'race', 'machine/get-connection'],
  connect: ['connect/connect'],
  dialog: ['connect/dismiss-failure', 'wallet/group-wallets'],
  'connect-more': ['queries/wallets-query', 'machine/note', 'connect/prepare-connect'],
  write: ['storage/write', 'connect/watch-connectors'],
  session: ['session/index'],
  // Asked for by nearly every verb.
  verbs: ['machine/adapter-of'],
  watch: ['send/watch-transaction'],
  // What another tab has written, and the transactions that are followed for it.
  tabs: ['session/follow-tabs'],
}
