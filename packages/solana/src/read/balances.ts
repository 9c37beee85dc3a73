import type { Balance, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { mintOfAsset } from '../encoding/address.ts'
import { readAmount } from '../encoding/amount.ts'
import { tokenPrograms } from '../token/token-programs.ts'

/**
 * Returns the balance of SOL first, then that of each asset of `assets` once; a token's balance is
 * the sum of the account's token accounts for its mint. Throws `rpc-answer-invalid`.
 */
export async function balances(
  source: ReadSource,
  { account, assets = [] }: { readonly account: AccountId; readonly assets?: readonly Asset[] },
): Promise<readonly Balance[]> {
  const owner = addressOf(account)
  const nativeCoin = nativeAsset(source.chain)
  const tokens = assets.filter(
    ({ id }, i) =>
      mintOfAsset(id) !== undefined && assets.findIndex((otherAsset) => otherAsset.id === id) === i,
  )
  const tokenQueries =
    tokens.length > 0
      ? tokenPrograms.map((programId) => readTokenHoldings(source, owner, programId))
      : []
  const [coin, ...tokenLists] = await Promise.all([
    source.request('getBalance', [owner, { commitment: 'confirmed' }]),
    ...tokenQueries,
  ])
  const amount = readAmount((coin as { value?: unknown } | null)?.value)
  if (amount === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getBalance answered no amount' })
  const tokenHoldings = tokenLists.flat()
  return [
    { asset: nativeCoin, amount },
    ...tokens.map((asset) => ({
      asset,
      amount: tokenHoldings.reduce(
        (sum, one) => (one.mint === mintOfAsset(asset.id) ? sum + one.amount : sum),
        0n,
      ),
    })),
  ]
}

async function readTokenHoldings(source: ReadSource, owner: string, programId: string) {
  const answer = await source.request('getTokenAccountsByOwner', [
    owner,
    { programId },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ])
  const value: unknown = (answer as { value?: unknown } | null)?.value
  if (!Array.isArray(value))
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'getTokenAccountsByOwner answered no list',
    })
  return value.slice(0, 10_000).flatMap((entry: unknown) => {
    const { info } = (entry as { account?: { data?: { parsed?: { info?: TokenInfo } } } } | null)
      ?.account?.data?.parsed ?? { info: undefined }
    const amount = readAmount(info?.tokenAmount?.amount)
    return typeof info?.mint === 'string' && info.owner === owner && amount !== null
      ? [{ mint: info.mint, amount }]
      : []
  })
}

interface TokenInfo {
  readonly mint?: unknown
  readonly owner?: unknown
  readonly tokenAmount?: { readonly amount?: unknown }
}
