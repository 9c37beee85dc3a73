import type { Hex } from 'viem'
import type { TokenFacts } from '../../../ports/token-port.ts'
import { type SpamRule, textSpam } from '../../shared/spam.ts'
import type { Movement } from '../index-chain/decode-log.ts'
import type { NftFace } from './read-nft-document.ts'
import { manyMovements, type SeenTransaction } from './seen.ts'

/**
 * The rule by which a movement is spam to an account, if any. What an account signed itself never
 * is, nor the coin.
 */
export function movementSpam(
  { from, movementCount }: Pick<SeenTransaction, 'from' | 'movementCount'>,
  { token, amount, kind }: Pick<Movement, 'token' | 'amount' | 'kind'>,
  account: Hex,
  facts: TokenFacts | undefined,
  face: NftFace | undefined,
): SpamRule | null {
  if (from === account || token === null) return null
  // Moved by a stranger without leave, which only nothing can be: it plants an address that looks
  // familiar.
  if (amount === 0n) return 'zero-transfer'
  if (facts?.spam) return facts.spam as SpamRule
  if (facts?.isTrusted) return null
  const isCollectible = kind !== 'erc20'
  const lured = isCollectible && face?.name ? textSpam(face.name) : null
  if (lured) return lured
  if (facts?.kind === 'none' && !isCollectible) return 'no-token'
  return movementCount > manyMovements ? 'airdrop' : null
}
