import type { Balance, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { tokenOf } from '../encoding/address.ts'
import { getObject, readAmount, requireObject } from './rest.ts'

/** Maximum number of assets in one answer. */
const limit = 500

/**
 * Returns the balance of STX first, then that of each SIP-10 asset once; one request reads them
 * all. Stacked STX is locked and left out. Throws `rpc-answer-invalid` when the node does not
 * answer the coin's balance.
 */
export async function balances(
  source: ReadSource,
  parameters: { readonly account: AccountId; readonly assets?: readonly Asset[] },
): Promise<readonly Balance[]> {
  const path = `/extended/v1/address/${addressOf(parameters.account)}/balances`
  const answer = await getObject(source, path)
  const coin = requireObject(answer.stx, path)
  const [balance, locked] = [readAmount(coin.balance), readAmount(coin.locked ?? '0')]
  if (balance === undefined || locked === undefined)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'the balance is no amount' })
  const tokens = requireObject(answer.fungible_tokens ?? {}, path)
  const foundBalances: Balance[] = [
    { asset: nativeAsset(source.chain), amount: balance > locked ? balance - locked : 0n },
  ]
  for (const asset of parameters.assets?.slice(0, limit) ?? []) {
    const token = asset.id.startsWith(`${source.chain.id}/`) ? tokenOf(asset.id) : undefined
    if (!token || foundBalances.some((otherBalance) => otherBalance.asset.id === asset.id)) continue
    const key = `${token.contract}::${token.token}`
    const entry = Object.hasOwn(tokens, key)
      ? (tokens[key] as { balance?: unknown } | null)
      : { balance: '0' }
    const amount = readAmount(entry?.balance)
    // A balance that cannot be read is left out instead of shown as zero.
    if (amount !== undefined) foundBalances.push({ asset, amount })
  }
  return foundBalances
}
