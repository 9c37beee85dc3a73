import type { WireNeeds } from '@latchkey/core'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
  type VaultNamespace,
} from '@latchkey/protocol/vault'

/** Methods of the vault that no adapter lists among the methods it requests from a wallet. */
const vaultSpecificMethods = [
  estimateCallsMethod,
  readDelegationMethod,
  endDelegationMethod,
  'eth_sendUserOperation',
]

/** Methods that a vault handles, by chain family; the vault itself refuses all others. */
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
