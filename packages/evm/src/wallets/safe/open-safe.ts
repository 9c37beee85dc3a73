import type { Connector, WalletIdentity } from '@latchkey/core'
import { nativeAsset } from '../../chains.ts'
import { providerConnector } from '../../connect/connector.ts'
import { checkAddressChecksum, readTransferNotes } from '../../read/estimate-transfer.ts'
import type { HostPage } from '../host/parent-origin.ts'
import { asContractAccount } from '../library/contract-account.ts'
import { openPort } from './frame/open-port.ts'
import { makeSafeProvider } from './safe-provider.ts'

/**
 * Makes the connector of the Safe in which the page was opened. Its account is a contract, which
 * exists on one chain only. The Safe pays no fee for a transfer, because the owner who executes the
 * transaction pays it.
 */
export function openSafe(
  page: HostPage,
  origins: readonly string[],
  { id, wallet }: { readonly id: string; readonly wallet: WalletIdentity },
): Connector {
  const provider = makeSafeProvider(openPort(page, origins))
  const connector = asContractAccount(providerConnector(id, wallet, provider))
  const { switchChain: _, ...features } = connector.features
  return {
    ...connector,
    features: {
      ...features,
      async estimateTransfer({ transfer, chain, source }) {
        await checkAddressChecksum(transfer.to)
        const notes = await readTransferNotes(source, transfer)
        return { fee: 0n, feeAsset: nativeAsset(chain), notes: [...notes, 'sponsored-fee'] }
      },
    },
    async disconnect() {
      provider.close()
      await connector.disconnect()
    },
  }
}
