import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** Address formats of the Bitcoin networks, by lower-case network name. */
export const bitcoinNetworks: Readonly<Record<string, typeof NETWORK>> = {
  mainnet: NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/**
 * The address format of a network, whose name may be in any letter case. Networks that are neither
 * mainnet nor regtest share one format.
 */
export function networkOfName(name: string): typeof NETWORK {
  return bitcoinNetworks[name.toLowerCase()] ?? TEST_NETWORK
}
