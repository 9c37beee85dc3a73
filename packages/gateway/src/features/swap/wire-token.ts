import type { AccountId, ChainId } from '@latchkey/protocol'
import { accountId, addressOf, isAccountId } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** Stands for the coin of a chain. */
export const coinAddress: Hex = `0x${'e'.repeat(40)}`

/** A token of the wire in lower case; undefined where the id is none of an EVM chain. */
export function tokenOf(id: string): Hex | 'coin' | undefined {
  if (!isAccountId(id) || !id.startsWith('eip155:')) return undefined
  const address = addressOf(id).toLowerCase()
  if (!/^0x[\da-f]{40}$/.test(address)) return undefined
  return address === coinAddress ? 'coin' : (address as Hex)
}

/** As the wire names it. */
export function accountOfToken(chain: ChainId, token: Hex | 'coin'): AccountId {
  return accountId(chain, token === 'coin' ? coinAddress : token)
}
