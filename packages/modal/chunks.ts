/**
 * The files modal is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // What a page has at once; the dialog is fetched when it is idle or about to be opened.
  button: ['create-modal', 'page/'],
  dialog: ['dialog/start-shell'],
  open: ['dialog/while-open', 'dialog/connect-in-modal'],
  // Codes, links and lists, which more ways to connect and the account share.
  parts: [
    'parts/Cards',
    'parts/Qr',
    'features/wallets/pairing/remember-peer',
    'shared/wallet-link',
    'parts/SearchField',
    'parts/use-typing',
  ],
  wallets: ['features/wallets/feature'],
  account: ['features/account/feature', 'features/account/tell-settled'],
  login: ['features/login/feature'],
  'email-capture': ['features/email-capture/feature'],
  send: ['features/send/estimate-max', 'features/send/read-spendable'],
  swap: ['features/swap/feature'],
  activity: ['features/activity/feature'],
  buy: ['features/buy/feature'],
  names: ['features/names/feature'],
  'smart-account': ['features/smart-account/feature'],
  analytics: ['shared/learn', 'analytics/chunk'],
}
