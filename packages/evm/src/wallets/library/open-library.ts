import type { Connector, WalletIdentity } from '@latchkey/core'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { providerConnector } from '../../connect/connector.ts'
import { isProvider } from '../../connect/is-provider.ts'
import { asContractAccount } from './contract-account.ts'

/**
 * Makes the connector of a wallet whose EIP-1193 provider comes from a library. Throws
 * `connection-failed` when the library cannot be loaded, or gives no provider.
 */
export async function openLibrary(
  loadProvider: () => Promise<unknown>,
  {
    id,
    wallet,
    isContract,
  }: { readonly id: string; readonly wallet: WalletIdentity; readonly isContract: boolean },
): Promise<Connector> {
  const provider = await loadProvider().catch((cause: unknown) => {
    if (hasCode(cause)) throw cause
    throw new LatchkeyError('connection-failed', { reason: `${wallet.name} was not loaded`, cause })
  })
  if (!isProvider(provider))
    throw new LatchkeyError('connection-failed', { reason: `${wallet.name} has no provider` })
  const plainConnector = providerConnector(id, wallet, provider)
  const connector = isContract ? asContractAccount(plainConnector) : plainConnector
  return {
    ...connector,
    async disconnect() {
      await connector.disconnect()
      // Such a library stores the account in the page's storage. Unless it is told to disconnect,
      // it would connect the next visitor to that account without asking.
      const { disconnect } = provider as { readonly disconnect?: unknown }
      if (typeof disconnect === 'function') await disconnect.call(provider)
    },
  }
}
