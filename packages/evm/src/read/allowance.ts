import type { ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount, tokenAddress } from '../account.ts'
import { isAddress } from '../address.ts'
import { readWord } from '../hex.ts'
import { allowanceOf } from './token-calls.ts'

/**
 * What `spender` may take of a token (ERC-20); all there is of the coin, which needs no leave.
 * Throws `receiver-invalid`, `token-address-required`, `rpc-answer-invalid`, or what the node
 * threw.
 */
export async function allowance(
  source: ReadSource,
  parameters: { readonly owner: AccountId; readonly asset: Asset; readonly spender: string },
): Promise<bigint> {
  const { owner, asset, spender } = parameters
  if (asset.id.includes('/slip44:')) return (1n << 256n) - 1n
  if (!isAddress(spender))
    throw new LatchkeyError('receiver-invalid', { reason: 'the spender is no address' })
  const to = tokenAddress(asset.id)
  if (!to) throw new LatchkeyError('token-address-required', { reason: asset.id })
  const data = allowanceOf(addressOfAccount(owner), spender)
  const amount = readWord(await source.request('eth_call', [{ to, data }, 'latest']))
  if (amount === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'allowance answered no amount' })
  return amount
}
