import type { WireNeeds } from '@latchkey/core'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
  type VaultNamespace,
} from '@latchkey/protocol/vault'

/** No adapter asks a wallet for these. */
const vaultsOwn = [
  estimateCallsMethod,
  readDelegationMethod,
  endDelegationMethod,
  'eth_sendUserOperation',
]

/** What a vault signs, by family; whatever else it is asked it refuses by itself. */
export const vaultMethods: Readonly<Record<VaultNamespace, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    ...vaultsOwn,
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
 * Of what an adapter asks for, what the vault has, and what is its own beside it. What an account
 * can do on a chain the vault says when it is asked (`wallet_getCapabilities`).
 */
export function methodsOf(
  needs: Readonly<Partial<Record<string, WireNeeds>>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(vaultMethods).map(([family, methods]) => [
      family,
      methods.filter(
        (method) => vaultsOwn.includes(method) || needs[family]?.methods.includes(method),
      ),
    ]),
  )
}
