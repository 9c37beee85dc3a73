/**
 * The files modal is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // What a page has at once; the dialog is fetched when it is idle or about to be opened.
  button: ['create-modal', 'page/'],
  dialog: ['shell/start-shell', 'views/connect/'],
  open: ['shell/while-open', 'shell/connect-in-modal'],
  // Codes, links and lists, which more ways to connect and the account share.
  parts: [
    'parts/Cards',
    'parts/Qr',
    'pairing/remember-peer',
    'pairing/wallet-link',
    'account/SearchField',
    'account/use-typing',
  ],
  'connect-more': ['further/chunk'],
  // What the account shares with the views that come later still.
  'account-parts': ['account/lent'],
  account: ['account/chunk', 'account/tell-settled'],
  login: ['login/chunk'],
  send: ['views/send/estimate-max', 'views/send/read-spendable'],
  swap: ['swap/chunk'],
  activity: ['activity/chunk'],
  buy: ['buy/chunk'],
  names: ['names/chunk'],
  upgrade: ['upgrade/chunk'],
  analytics: ['learn', 'analytics/chunk'],
}
