/**
 * The files modal is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Modules that a page loads at once; the dialog is loaded when the page is idle or the dialog is
  // about to be opened. The first of them need no React: custom elements load it with the dialog.
  modal: ['create-modal', 'page/describe-connect-button'],
  button: ['page/'],
  dialog: ['dialog/start-shell'],
  open: ['dialog/while-open', 'dialog/connect-in-modal'],
  // QR codes, links and lists, which several ways to connect and the account share.
  parts: [
    'parts/Cards',
    'parts/Qr',
    'features/wallets/pairing/remember-peer',
    'parts/SearchField',
    'parts/use-type-to-focus',
  ],
  wallets: ['features/wallets/feature'],
  account: ['features/account/feature', 'features/account/show-settled-toasts'],
  login: ['features/login/feature'],
  'email-capture': ['features/email-capture/feature'],
  'sign-in': ['features/sign-in/feature'],
  send: ['features/send/estimate-max', 'features/send/read-spendable'],
  swap: ['features/swap/feature'],
  activity: ['features/activity/feature'],
  buy: ['features/buy/feature'],
  names: ['features/names/feature'],
  pay: ['pay/run-pay', 'features/pay/feature'],
  profile: ['features/profile/feature'],
  'smart-account': ['features/smart-account/feature'],
  analytics: ['shared/read-remote-features', 'analytics/chunk'],
}
