/**
 * The files core is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // What adapters need of core at once.
  'lazy-connector': ['lazy-connector', 'lazy-adapter'],
  // What nearly every other file asks of the state.
  held: ['own', 'held'],
  // What a page has at once: what a button shows, and the kit.
  'get-account': ['actions/get-account', 'actions/get-public-status'],
  start: ['create-kit', 'actions/resume'],
  // Shared by connecting and by a session that is resumed; a page needs only one of them.
  connection: ['reduce-connection', 'failure', 'race', 'actions/get-connection'],
  connect: ['actions/connect'],
  dialog: ['actions/dismiss-failure', 'wallet/group-wallets'],
  'connect-more': ['queries/wallets-query', 'note', 'actions/prepare-connect'],
  write: ['write', 'watch-connectors'],
  session: ['restore', 'persist', 'resume-session'],
}
