import { type Asset, type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'

/** The address format of a network. */
export interface AddressForm {
  /** Human-readable part of bech32. */
  readonly prefix: string
  /** Version bytes of base58 addresses: P2PKH, then P2SH. */
  readonly versions: readonly number[]
}

export const mainnet: 'bip122:000000000019d6689c085ae165831e93' =
  'bip122:000000000019d6689c085ae165831e93'
export const testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae' =
  'bip122:00000000da84f2bafbbc53dee25a72ae'
export const signet: 'bip122:00000008819873e925422c1ff0f99f7c' =
  'bip122:00000008819873e925422c1ff0f99f7c'
export const regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' =
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const testnetVersions = [0x6f, 0xc4]
const addressForms: Readonly<Record<ChainId, AddressForm>> = {
  [mainnet]: { prefix: 'bc', versions: [0x00, 0x05] },
  [testnet4]: { prefix: 'tb', versions: testnetVersions },
  [signet]: { prefix: 'tb', versions: testnetVersions },
  [regtest]: { prefix: 'bcrt', versions: testnetVersions },
}

/** The address format of a chain; undefined for a chain that is not Bitcoin's. */
export function addressFormOf(chain: ChainId): AddressForm | undefined {
  return Object.hasOwn(addressForms, chain) ? addressForms[chain] : undefined
}

/**
 * The native coin of a Bitcoin chain. Its CAIP-19 id uses SLIP-44 number 0 on every Bitcoin
 * network, test networks too.
 */
export function nativeAsset(chain: Chain): Asset {
  return { id: `${chain.id}/slip44:0`, ...chain.nativeCurrency }
}

/** The chains with the URLs of the option `rpc`; throws `config-invalid` with what is wrong. */
export function readChains<Id extends ChainId>(
  chains: readonly Chain<Id>[],
  rpc: Readonly<Record<ChainId, string | readonly string[]>> = {},
): readonly Chain<Id>[] {
  if (chains.length === 0) refuseConfig('no chains')
  for (const [i, { id }] of chains.entries()) {
    if (!addressFormOf(id)) refuseConfig(`chains[${i}].id is ${id}`)
    if (chains.findIndex((otherChain) => otherChain.id === id) !== i)
      refuseConfig(`chains[${i}]: ${id} twice`)
  }
  for (const id of Object.keys(rpc)) {
    if (!chains.some((chain) => chain.id === id)) refuseConfig(`rpc: ${id} is none of its chains`)
  }
  return chains.map((chain) => ({ ...chain, rpcUrls: [rpc[chain.id] ?? chain.rpcUrls].flat() }))
}

function refuseConfig(reason: string): never {
  throw new LatchkeyError('config-invalid', { reason: `bitcoin: ${reason}` })
}
