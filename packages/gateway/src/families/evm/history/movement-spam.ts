import type { Hex } from 'viem'
import type { TokenFacts } from '../../../ports/token-port.ts'
import { type SpamRule, textSpam } from '../../shared/spam.ts'
import type { Movement } from '../index-chain/decode-log.ts'
import type { NftFace } from './read-nft-document.ts'
import { manyMovementsLimit, type SeenTransaction } from './seen.ts'

/**
 * Returns the spam rule that applies to a transfer of an account; null when none does. Transfers in
 * transactions that the account signed, and transfers of the coin, are never spam.
 */
export function movementSpam(
  { from, movementCount }: Pick<SeenTransaction, 'from' | 'movementCount'>,
  { token, amount, kind }: Pick<Movement, 'token' | 'amount' | 'kind'>,
  account: Hex,
  facts: TokenFacts | undefined,
  face: NftFace | undefined,
): SpamRule | null {
  if (from === account || token === null) return null
  // A transfer of amount zero is spam: anybody can make a token emit one, and spammers do so to put
  // an address that resembles a familiar one into the history.
  if (amount === 0n) return 'zero-transfer'
  if (facts?.spam) return facts.spam as SpamRule
  if (facts?.isTrusted) return null
  const isCollectible = kind !== 'erc20'
  const lureRule = isCollectible && face?.name ? textSpam(face.name) : null
  if (lureRule) return lureRule
  if (facts?.kind === 'none' && !isCollectible) return 'no-token'
  return movementCount > manyMovementsLimit ? 'airdrop' : null
}
