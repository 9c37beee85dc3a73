import { type Asset, chainOf, LatchkeyError } from '@latchkey/protocol'
import { type Cache, readCached } from '../gateway/read-cached.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { chainContextOf } from './swap-gateway.ts'

const decimalsCacheOf: (kit: Kit) => Cache<number | undefined> = perKit(() => new Map())

/**
 * Compares the decimal places of listed tokens with those of their contracts, because wrong decimal
 * places would turn a typed amount into another amount of base units. When a contract reports none,
 * the list's value is used.
 * @throws `gateway-answer-invalid`
 */
export async function checkDecimals(
  kit: Kit,
  {
    assets,
    signal,
  }: { readonly assets: readonly Asset[]; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const hasWrongDecimals = await Promise.all(
    assets.map(async (asset) => {
      const { adapter, source } = chainContextOf(kit, chainOf(asset.id), undefined)
      const askDecimals = async (): Promise<number | undefined> =>
        adapter.read.decimals?.(source, asset)
      const key = asset.id.toLowerCase()
      const chainDecimals = await readCached(
        decimalsCacheOf(kit),
        key,
        Number.POSITIVE_INFINITY,
        askDecimals,
        signal,
      ).catch(() => undefined)
      return chainDecimals !== undefined && chainDecimals !== asset.decimals
    }),
  )
  const wrongAsset = assets[hasWrongDecimals.indexOf(true)]
  if (wrongAsset)
    throw new LatchkeyError('gateway-answer-invalid', {
      reason: `other decimals than ${wrongAsset.symbol} has`,
    })
}
