import type { ChainId } from '@latchkey/protocol'
import type { Manner } from './wallets.ts'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const testnet4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

type NetworkNames = Readonly<Record<ChainId, string>>
const lowerNames: NetworkNames = {
  [mainnet]: 'mainnet',
  [testnet4]: 'testnet',
  [signet]: 'signet',
  [regtest]: 'regtest',
  'stacks:1': 'mainnet',
  'stacks:2147483648': 'testnet',
  'stacks:2155905152': 'regtest',
}
/**
 * Network names for wallets that write Bitcoin's networks with a capital letter. By `Testnet` they
 * mean testnet3, which Latchkey does not have, and they call Stacks' test network `Testnet4` too.
 */
const capitalNames: NetworkNames = {
  [mainnet]: 'Mainnet',
  [testnet4]: 'Testnet4',
  [signet]: 'Signet',
  [regtest]: 'Regtest',
  'stacks:1': 'Mainnet',
  'stacks:2147483648': 'Testnet4',
  'stacks:2155905152': 'Regtest',
}
const names: Readonly<Record<Manner, NetworkNames>> = {
  plain: lowerNames,
  'hex-psbt': lowerNames,
  'by-address': capitalNames,
  'by-address-with-key': capitalNames,
  unisat: { [mainnet]: 'BITCOIN_MAINNET', [signet]: 'BITCOIN_SIGNET' },
  okx: { [mainnet]: 'mainnet' },
}

/**
 * Returns the name by which this kind of wallet knows a chain; undefined when the wallet cannot be
 * asked for that chain.
 */
export function networkName(manner: Manner, chain: ChainId): string | undefined {
  const networkNames = names[manner]
  return Object.hasOwn(networkNames, chain) ? networkNames[chain] : undefined
}

/**
 * Returns the one of the given chains that a wallet means by a network name, in any letter case;
 * undefined when none matches.
 */
export function chainOfNetworkName(
  manner: Manner,
  name: unknown,
  chains: readonly ChainId[],
): ChainId | undefined {
  if (typeof name !== 'string') return undefined
  return chains.find((chain) => networkName(manner, chain)?.toLowerCase() === name.toLowerCase())
}
