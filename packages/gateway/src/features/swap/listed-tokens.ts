import type { ChainId, SwapToken } from '@latchkey/protocol'
import { accountId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset, readAssetContract } from '../../base/money/asset.ts'
import { accountOfToken, readToken } from './wire-token.ts'

/**
 * Returns the tokens that can be swapped on a chain, each once and with the operator's warning: the
 * coin, the operator's tokens, then those of the swap providers.
 */
export function listedTokens(
  { chains, tokens, warnings }: Pick<Config, 'chains' | 'tokens' | 'warnings'>,
  chain: ChainId,
  providerTokens: readonly SwapToken[],
): readonly SwapToken[] {
  const chainConfig = chains.find(({ id }) => id === chain)
  const coin = chainConfig && {
    name: chainConfig.nativeCurrency.name,
    symbol: chainConfig.nativeCurrency.symbol,
    address: accountOfToken(chain, 'coin'),
    decimals: chainConfig.nativeCurrency.decimals,
    logoUri: chainConfig.iconUrl ?? null,
  }
  const configuredTokens = tokens.flatMap(({ id, name, symbol, decimals, iconUrl }) =>
    id.startsWith(`${chain}/`) && readAssetContract(id)
      ? [
          {
            name,
            symbol,
            address: accountId(chain, id.slice(id.lastIndexOf(':') + 1)),
            decimals,
            logoUri: iconUrl ?? null,
          },
        ]
      : [],
  )
  // A warning about the coin applies whatever SLIP-44 number its asset id contains.
  const texts = new Map(
    warnings.map(({ asset, text }) => [
      asset.startsWith(`${chain}/slip44:`) ? 'coin' : normalizeAsset(asset),
      text,
    ]),
  )
  const seenAddresses = new Set<string>()
  return [...(coin ? [coin] : []), ...configuredTokens, ...providerTokens].flatMap(
    (token): readonly SwapToken[] => {
      const address = readToken(token.address)
      if (address === undefined || seenAddresses.has(address)) return []
      seenAddresses.add(address)
      const warning = texts.get(address === 'coin' ? address : `${chain}/erc20:${address}`)
      return [warning === undefined ? token : { ...token, warning }]
    },
  )
}
