import type { PlainViewName } from '@latchkey/modal'

const always = ['Connect', 'AllWallets', 'GetWallet', 'WhatIsAWallet', 'WhatIsANetwork', 'Networks'] as const
const connected = ['Account', 'AccountSettings', 'Receive', 'Send', 'WalletCompatibleNetworks'] as const

/** Views one can open by themselves. */
export function views(isConnected: boolean): readonly PlainViewName[] {
  return isConnected ? [...always.slice(1), ...connected] : always
}
