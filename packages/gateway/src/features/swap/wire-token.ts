import type { AccountId, ChainId } from '@latchkey/protocol'
import { accountId, addressOf, isAccountId } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** Address that clients send to mean a chain's coin. */
export const coinAddress: Hex = `0x${'e'.repeat(40)}`

/**
 * Returns the token address in a CAIP-10 id, in lower case; undefined for an id of another kind of
 * chain.
 */
export function readToken(id: string): Hex | 'coin' | undefined {
  if (!isAccountId(id) || !id.startsWith('eip155:')) return undefined
  const address = addressOf(id).toLowerCase()
  if (!/^0x[\da-f]{40}$/.test(address)) return undefined
  return address === coinAddress ? 'coin' : (address as Hex)
}

/** Returns the CAIP-10 id of a token, or of the coin. */
export function accountOfToken(chain: ChainId, token: Hex | 'coin'): AccountId {
  return accountId(chain, token === 'coin' ? coinAddress : token)
}
