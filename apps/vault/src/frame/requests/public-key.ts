import type { ChainId } from '@latchkey/protocol'
import type { WalletRecord } from '../../store/record.ts'

const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

/** The wallet's public key that signs on a chain. */
export function publicKeyOf({ publics }: WalletRecord, chain: ChainId): string {
  if (chain.startsWith('eip155:')) return publics.eip155
  if (chain.startsWith('solana:')) return publics.solana
  return chain === bitcoinMainnet ? publics.bip122 : publics.bip122Test
}
