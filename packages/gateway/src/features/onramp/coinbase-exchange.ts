import { randomBytes } from 'node:crypto'
import {
  type ChainId,
  chainOf,
  type ExchangeStatusResult,
  type OnrampOptions,
  referenceOf,
} from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { ExchangeSeller } from '../../ports/onramp-port.ts'
import { readCoinbaseOptions, readCoinbaseOrder } from './coinbase-answers.ts'
import { type CoinbaseOptions, coinbaseApi, coinbasePageUrl } from './coinbase-api.ts'

/** Values that Coinbase's options have as contract address when they mean the chain's coin. */
const noContractPattern = /^(?:|0x(?:0{40}|e{40}))$/i

/**
 * Transfers from a visitor's Coinbase account to a wallet. The gateway opens a Coinbase Onramp
 * session on its "send" tab, where the visitor signs in and confirms; the state of the transfer is
 * read by a reference.
 */
export function coinbaseExchange(
  config: NonNullable<Config['onramp']['coinbase']>,
  options: CoinbaseOptions = {},
): ExchangeSeller {
  const { chains, country } = config
  const { askCoinbase, openSession } = coinbaseApi(config, options)
  return {
    exchange: { id: 'coinbase', name: 'Coinbase' },
    serves: (asset) => chains.some((chain) => asset.startsWith(`${chain}/`)),
    async start({ asset, amount, recipient, returnUrl, callerAddress }, signal) {
      const query = `${new URLSearchParams({ country })}`
      const buyOptions = readCoinbaseOptions(
        await askCoinbase('GET', '/v1/buy/options', { query }, signal),
        chains,
      )
      const chain = chainOf(asset as `${string}:${string}/${string}:${string}`)
      const soldCoin = findCoin(
        buyOptions,
        chain,
        asset.slice(asset.lastIndexOf(':') + 1),
        /\/slip44:\d+$/.test(asset),
      )
      if (!soldCoin) throw refusal(400, 'asset', 'Coinbase does not pay this out')
      const partnerReference = randomBytes(16).toString('hex')
      const wallet = recipient.slice(recipient.lastIndexOf(':') + 1)
      const search = new URLSearchParams({
        sessionToken: await openSession(
          { wallet, blockchains: [soldCoin.network], asset: soldCoin.symbol, callerAddress },
          signal,
        ),
        defaultNetwork: soldCoin.network,
        defaultAsset: soldCoin.symbol,
        defaultExperience: 'send',
        presetCryptoAmount: amount,
        partnerUserRef: partnerReference,
        ...(returnUrl ? { redirectUrl: returnUrl } : {}),
      })
      return { url: `${coinbasePageUrl}?${search}`, sessionId: partnerReference }
    },
    async status(sessionId, signal) {
      if (!/^[\da-f]{32}$/.test(sessionId)) return { status: 'UNKNOWN' }
      const path = `/v1/buy/user/${sessionId}/transactions`
      return toExchangeStatus(
        readCoinbaseOrder(
          await askCoinbase('GET', path, { query: 'page_size=1' }, signal),
          sessionId,
        ),
      )
    },
  }
}

/**
 * Returns Coinbase's names of an asset and its chain; undefined when Coinbase does not have the
 * asset on that chain.
 */
function findCoin(
  { purchaseCurrencies }: OnrampOptions,
  chain: ChainId,
  contract: string,
  isCoin: boolean,
): { readonly symbol: string; readonly network: string } | undefined {
  for (const { symbol, networks } of purchaseCurrencies) {
    for (const { name, chain_id, contract_address } of networks) {
      const isOnChain = chain_id === chain || chain_id === referenceOf(chain)
      const isSameAsset = isCoin
        ? noContractPattern.test(contract_address)
        : isSameContract(chain, contract_address, contract)
      if (isOnChain && isSameAsset && symbol && name) return { symbol, network: name }
    }
  }
  return undefined
}

/**
 * Addresses are compared without regard to case only when they are hex: in base58, upper and lower
 * case differ.
 */
function isSameContract(chain: ChainId, one: string, other: string): boolean {
  return chain.startsWith('eip155:') ? one.toLowerCase() === other.toLowerCase() : one === other
}

function toExchangeStatus({
  status,
  hash,
}: ReturnType<typeof readCoinbaseOrder>): ExchangeStatusResult {
  if (status === 'done') return { status: 'SUCCESS', ...(hash && { txHash: hash }) }
  return { status: status === 'failed' ? 'FAILED' : 'IN_PROGRESS' }
}
