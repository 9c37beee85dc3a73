import type { ReadSource } from '@latchkey/core'
import { type Asset, LatchkeyError } from '@latchkey/protocol'
import { tokenAddress } from '../account.ts'
import { readWord } from '../hex.ts'
import { decimalsOf } from './token-calls.ts'

/**
 * The decimal places of an asset by its own contract; those of the chain's configuration for the
 * coin. Throws `token-address-required`, `rpc-answer-invalid`.
 */
export async function decimals(source: ReadSource, asset: Asset): Promise<number> {
  if (asset.id.includes('/slip44:')) return source.chain.nativeCurrency.decimals
  const to = tokenAddress(asset.id)
  if (!to) throw new LatchkeyError('token-address-required', { reason: asset.id })
  const places = readWord(await source.request('eth_call', [{ to, data: decimalsOf }, 'latest']))
  if (places === null || places > 255n)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'decimals answered no number' })
  return Number(places)
}
