// Wallets that are apps on a phone. They are a separate entry point, so that pages without them load
// none of their code.
export { withMobileWallets } from './with-mobile-wallets.ts'
