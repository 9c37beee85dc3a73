import { type AssetId, type ChainId, chainOf } from '@latchkey/protocol'
import { findMemberSpans } from '../../base/http/json-spans.ts'
import { readAssetContract } from '../../base/money/asset.ts'
import { compareRatios, parseRatio, type Ratio } from '../../base/money/ratio.ts'

/** The ids that the price service gives a chain and its coin. */
export interface Platform {
  readonly id: string
  readonly coin: string | undefined
}

/**
 * One request to the price service: its path, relative to the service's address, and which assets
 * each key of the answer stands for.
 */
export interface GeckoRequest {
  readonly path: string
  readonly assets: ReadonlyMap<string, readonly AssetId[]>
}

/** Bitcoin on its own chain, with its id at the price service. */
export const bitcoin: { readonly asset: AssetId; readonly id: string } = {
  asset: 'bip122:000000000019d6689c085ae165831e93/slip44:0',
  id: 'bitcoin',
}

const idPattern = /^[\w.-]{1,100}$/
const addressesAtOnce = 100
const options = 'vs_currencies=usd&include_last_updated_at=true&precision=full'
const minPrice: Ratio = { num: 1n, den: 10n ** 30n }
const maxPrice: Ratio = { num: 10n ** 12n, den: 1n }
const dayMs = 86_400_000
/** Milliseconds by which the service's clock may be ahead of the gateway's. */
const maxAheadMs = 600_000

/** Reads the chains from an answer of `GET /asset_platforms`, so that no chain id is hard-coded. */
export function readPlatforms(text: string): ReadonlyMap<ChainId, Platform> {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error('no list of platforms')
  return new Map(
    list.flatMap((item): readonly (readonly [ChainId, Platform])[] => {
      const {
        id,
        chain_identifier: chain,
        native_coin_id: coin,
      } = (item ?? {}) as Record<string, unknown>
      if (!isId(id) || !Number.isSafeInteger(chain) || (chain as number) <= 0) return []
      return [[`eip155:${chain}`, { id, coin: isId(coin) ? coin : undefined }]]
    }),
  )
}

/**
 * Makes the requests for the prices of `assets`: one for the coins, and one for each hundred tokens
 * of a platform.
 */
export function geckoRequests(
  assets: readonly AssetId[],
  platforms: ReadonlyMap<ChainId, Platform>,
): readonly GeckoRequest[] {
  const findCoin = (asset: AssetId): string | undefined => {
    if (asset === bitcoin.asset) return bitcoin.id
    return readAssetContract(asset) ? undefined : platforms.get(chainOf(asset))?.coin
  }
  const coins = groupAssets(assets, findCoin)
  const tokens = [
    ...groupAssets(assets, (asset) =>
      readAssetContract(asset) ? platforms.get(chainOf(asset))?.id : undefined,
    ),
  ]
  return [
    ...(coins.size > 0
      ? [{ path: `simple/price?ids=${[...coins.keys()].join(',')}&${options}`, assets: coins }]
      : []),
    ...tokens.flatMap(([platform, platformAssets]) =>
      Array.from({ length: Math.ceil(platformAssets.length / addressesAtOnce) }, (_, index) => {
        const assetGroups = groupAssets(
          platformAssets.slice(index * addressesAtOnce, (index + 1) * addressesAtOnce),
          readAssetContract,
        )
        const addresses = [...assetGroups.keys()].join(',')
        return {
          path: `simple/token_price/${platform}?contract_addresses=${addresses}&${options}`,
          assets: assetGroups,
        }
      }),
    ),
  ]
}

function groupAssets(
  assets: readonly AssetId[],
  keyOf: (asset: AssetId) => string | undefined,
): ReadonlyMap<string, readonly AssetId[]> {
  const groups = new Map<string, readonly AssetId[]>()
  for (const asset of assets) {
    const key = keyOf(asset)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), asset])
  }
  return groups
}

/**
 * Reads the prices of one answer, with all digits; prices that were not requested, are old or
 * invalid are left out.
 */
export function readGeckoPrices(
  text: string,
  { assets }: GeckoRequest,
  now: number,
): ReadonlyMap<AssetId, Ratio> {
  if (!text.trimStart().startsWith('{')) throw new Error('no prices')
  return new Map(
    [...findMemberSpans(text)].flatMap(([key, span]): readonly (readonly [AssetId, Ratio])[] => {
      const keyAssets = assets.get(key) ?? assets.get(key.toLowerCase())
      if (!keyAssets || !span.startsWith('{')) return []
      const members = findMemberSpans(span)
      const usd = parseRatio(members.get('usd') ?? '')
      const updatedAt = Number(members.get('last_updated_at')) * 1_000
      const isRecent = now - updatedAt < dayMs && updatedAt - now < maxAheadMs
      return usd &&
        isRecent &&
        compareRatios(usd, minPrice) >= 0 &&
        compareRatios(usd, maxPrice) <= 0
        ? keyAssets.map((asset) => [asset, usd] as const)
        : []
    }),
  )
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value)
}
