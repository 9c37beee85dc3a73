import type { WireNeeds } from '@latchkey/core'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
  type VaultNamespace,
} from '@latchkey/protocol/vault'

/** Methods that no adapter asks a wallet for. */
const vaultSpecificMethods = [
  estimateCallsMethod,
  readDelegationMethod,
  endDelegationMethod,
  'eth_sendUserOperation',
]

/** Methods that a vault signs, by family; it refuses all others itself. */
export const vaultMethods: Readonly<Record<VaultNamespace, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    ...vaultSpecificMethods,
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
}

/**
 * The adapter's methods that the vault supports, and the vault's own. The vault reports an
 * account's capabilities on request (`wallet_getCapabilities`).
 */
export function methodsOf(
  needs: Readonly<Partial<Record<string, WireNeeds>>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(vaultMethods).map(([family, methods]) => [
      family,
      methods.filter(
        (method) =>
          vaultSpecificMethods.includes(method) || needs[family]?.methods.includes(method),
      ),
    ]),
  )
}
