import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** Networks by their name in small letters. */
export const bitcoinNetworks: Readonly<Record<string, typeof NETWORK>> = {
  mainnet: NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** How a network of that name, in whatever case, writes addresses. */
export function networkOf(name: string): typeof NETWORK {
  return bitcoinNetworks[name.toLowerCase()] ?? TEST_NETWORK
}
