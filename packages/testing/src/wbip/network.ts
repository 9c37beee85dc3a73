import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** Networks by lower-case name. */
export const bitcoinNetworks: Readonly<Record<string, typeof NETWORK>> = {
  mainnet: NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** Address format of a network by its name in any letter case. */
export function networkOfName(name: string): typeof NETWORK {
  return bitcoinNetworks[name.toLowerCase()] ?? TEST_NETWORK
}
