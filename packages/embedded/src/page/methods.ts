import type { WireNeeds } from '@latchkey/core'
import type { VaultNamespace } from '@latchkey/protocol/vault'

/** What a vault signs, by family; whatever else it is asked it refuses by itself. */
export const vaultMethods: Readonly<Record<VaultNamespace, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
  ],
  solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  bip122: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
}

const batches = ['wallet_sendCalls', 'wallet_getCapabilities', 'wallet_getCallsStatus']

/** Of what an adapter asks for, what the vault has; batches only where an account is a contract. */
export function methodsOf(
  needs: Readonly<Partial<Record<string, WireNeeds>>>,
  hasSmartAccount: boolean,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(vaultMethods).map(([family, methods]) => [
      family,
      methods.filter(
        (method) => needs[family]?.methods.includes(method) && (hasSmartAccount || !batches.includes(method)),
      ),
    ]),
  )
}
