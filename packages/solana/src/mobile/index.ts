// Wallets that are apps on a phone. They are an entry point of their own, so that a page that does
// not use them loads none of their code.
export { withMobileWallets } from './with-mobile-wallets.ts'
