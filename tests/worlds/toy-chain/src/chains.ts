import { type Asset, type Chain, LatchkeyError } from '@latchkey/protocol'

/** The coin of a network. */
export function nativeAsset(chain: Chain): Asset {
  return { id: `${chain.id}/coin:native`, ...chain.nativeCurrency }
}

/** Whether the text is an address: `toy1` and the 32 bytes of an Ed25519 key in hex. */
export function isAddress(text: string): boolean {
  return /^toy1[0-9a-f]{64}$/i.test(text)
}

/** Both spellings of hex are one address. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** The chains as the owner gave them; throws `config-invalid`. */
export function readChains(chains: readonly Chain[]): readonly Chain[] {
  if (chains.length === 0) refuseConfig('toy: chains is empty')
  for (const { id } of chains) {
    if (!/^toy:[a-z]{1,32}$/.test(id)) refuseConfig(`toy: ${id} is no network of the toy chain`)
  }
  return chains
}

function refuseConfig(reason: string): never {
  throw new LatchkeyError('config-invalid', {
    reason,
    fix: 'give toy() chains such as { id: "toy:main", … }',
  })
}
