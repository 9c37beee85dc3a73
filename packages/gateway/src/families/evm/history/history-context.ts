import type { AssetId, ChainId, HistoryTransfer } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { Config } from '../../../base/config/schema.ts'
import type { Price } from '../../../ports/price-port.ts'
import type { TokenFacts } from '../../../ports/token-port.ts'
import { coinAsset } from '../../shared/family.ts'
import { evm } from '../evm.ts'
import type { Movement } from '../index-chain/decode-log.ts'
import { nftKey } from './nft-items.ts'
import { type NftFace, webAddress } from './read-nft-document.ts'
import type { SeenTransaction } from './seen.ts'

/**
 * The data that a history page needs in addition to its transactions: metadata of tokens, prices
 * and pictures.
 */
export interface HistoryContext {
  readonly chains: Config['chains']
  readonly ipfsGateway: string | undefined
  readonly tokens: ReadonlyMap<ChainId, ReadonlyMap<Hex, TokenFacts>>
  readonly nfts: ReadonlyMap<string, NftFace>
  /**
   * Price of an asset at the time `at` (milliseconds since the epoch), when a transaction was
   * mined.
   */
  priceOf(asset: AssetId, at: number): Price | undefined
}

/** Returns the CAIP-19 id of a transferred asset. */
export function makeAssetId(
  chain: ChainId,
  { kind, token, tokenId }: Pick<Movement, 'kind' | 'token' | 'tokenId'>,
): AssetId {
  if (token === null) return coinAsset(evm, chain)
  return `${chain}/${kind}:${token}${tokenId === null ? '' : `/${tokenId}`}` as AssetId
}

/**
 * Finds name, symbol and decimals of a token, or of the coin (`token` null); undefined when the
 * contract does not provide them.
 */
export function findUnit(chain: ChainId, token: Hex | null, context: HistoryContext) {
  const chainConfig = context.chains.find(({ id }) => id === chain)
  if (token === null)
    return chainConfig && { ...chainConfig.nativeCurrency, iconUrl: chainConfig.iconUrl }
  const tokenFacts = context.tokens.get(chain)?.get(token)
  return tokenFacts?.kind === 'erc20' ? tokenFacts : undefined
}

export function describeNft(
  { chain }: Pick<SeenTransaction, 'chain'>,
  { token, tokenId }: { readonly token: Hex | null; readonly tokenId: bigint | null },
  isSpam: boolean,
  context: HistoryContext,
): NonNullable<HistoryTransfer['nft_info']> {
  const nftFace =
    token === null || tokenId === null
      ? undefined
      : context.nfts.get(nftKey({ chain, address: token, tokenId }))
  const collection = token === null ? undefined : context.tokens.get(chain)?.get(token)?.name
  const tokenIdText = tokenId === null ? '' : `#${tokenId}`
  const address = nftFace?.image ?? ''
  const url = address.startsWith('data:') ? address : webAddress(address, context.ipfsGateway)
  const picture =
    url === undefined
      ? undefined
      : { url, content_type: url.startsWith('data:') ? 'image/png' : null }
  return {
    name: nftFace?.name ?? ([collection, tokenIdText].filter(Boolean).join(' ') || null),
    content: picture ? { preview: picture, detail: picture } : null,
    flags: { is_spam: isSpam },
  }
}

export function findTokenFacts(
  { chain }: SeenTransaction,
  { token }: Movement,
  context: HistoryContext,
): TokenFacts | undefined {
  return token === null ? undefined : context.tokens.get(chain)?.get(token)
}

export function findNftFace(
  { chain }: SeenTransaction,
  { token, tokenId }: Movement,
  context: HistoryContext,
): NftFace | undefined {
  return token === null || tokenId === null
    ? undefined
    : context.nfts.get(nftKey({ chain, address: token, tokenId }))
}
