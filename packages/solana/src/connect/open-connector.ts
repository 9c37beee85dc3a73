import type { Connector, WalletIdentity } from '@latchkey/core'
import { standardConnector } from './connector.ts'
import type { LegacyProvider } from './injected.ts'
import { legacyWallet } from './legacy-wallet.ts'
import type { StandardWallet } from './standard-wallet.ts'

/** The connector of a discovered wallet, registered or on `window`. */
export function openConnector(
  id: string,
  identity: WalletIdentity,
  wallet: StandardWallet | LegacyProvider,
): Connector {
  const isLegacy = identity.origin === 'injected'
  return standardConnector(
    id,
    identity,
    isLegacy ? legacyWallet(wallet as LegacyProvider) : (wallet as StandardWallet),
  )
}
