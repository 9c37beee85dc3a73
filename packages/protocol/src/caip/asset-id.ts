import { type AssetId, isChainId } from './ids.ts'

const assetPattern = /^[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/

/** Whether `text` is a CAIP-19 asset id (without a token id). */
export function isAssetId(text: unknown): text is AssetId {
  if (typeof text !== 'string') return false
  const [chain, asset, ...extraParts] = text.split('/')
  return extraParts.length === 0 && isChainId(chain) && assetPattern.test(asset ?? '')
}
