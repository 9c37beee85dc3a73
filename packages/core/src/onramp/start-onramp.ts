import { inWords, isOnrampUrlAnswer, namespaceOf } from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { foreignPage } from './foreign-page.ts'
import type { BuyAsk } from './onramp.ts'
import { onrampFailure } from './onramp-failure.ts'
import { checkOnrampAmount, onrampLimits } from './onramp-limits.ts'
import { readOptions } from './read-onramp.ts'

/**
 * Starts an order for coins. Returns the address of the provider's payment page, which must be
 * opened without `opener`; the provider gets only the given parameters. Each call makes a new
 * order.
 */
export function startOnramp(
  kit: Kit,
  parameters: startOnramp.Parameters,
): Promise<startOnramp.ReturnType> {
  return inWords(runStartOnramp(kit, parameters))
}

async function runStartOnramp(
  kit: Kit,
  parameters: startOnramp.Parameters,
): Promise<startOnramp.ReturnType> {
  const { wallet, returnUrl, signal, ...quoteRequest } = parameters
  if (!adapterOf(kit, namespaceOf(quoteRequest.chain)).isAddress(wallet))
    refuseWith('receiver-invalid')
  try {
    const options = await readOptions(kit, { ...quoteRequest, signal })
    const boughtCurrency = options.purchaseCurrencies.find(
      ({ symbol }) => symbol === quoteRequest.purchaseCurrency,
    )
    const network = boughtCurrency?.networks[0]?.name
    if (network === undefined)
      refuseWith(
        'onramp-chain-unsupported',
        `${quoteRequest.purchaseCurrency} ${quoteRequest.chain}`,
      )
    const amount = checkOnrampAmount(options, quoteRequest)
    return await postToGateway(kit, 'v1/generators/onrampurl', {
      body: {
        destinationWallets: [
          { address: wallet, blockchains: [network], assets: [quoteRequest.purchaseCurrency] },
        ],
        defaultNetwork: network,
        defaultExperience: 'buy',
        provider: quoteRequest.provider,
        chainId: quoteRequest.chain,
        purchaseCurrency: quoteRequest.purchaseCurrency,
        paymentCurrency: quoteRequest.paymentCurrency,
        paymentMethod: onrampLimits(options, quoteRequest)?.id,
        amount,
        returnUrl,
      },
      signal,
      read: (answer) => {
        const url = isOnrampUrlAnswer(answer) ? foreignPage(answer.url) : null
        if (url === null) return null
        const { orderId } = answer as { orderId?: string | null }
        return { url, ...(orderId ? { orderId } : {}) }
      },
    })
  } catch (cause) {
    throw onrampFailure(cause, 'onramp-unavailable')
  }
}

export declare namespace startOnramp {
  type Parameters = BuyAsk & {
    /** Address of the account that receives the coins, without its chain. */
    readonly wallet: string
    /**
     * Address of a page, on an origin that the project allows, to which the provider returns the
     * visitor; absent when the provider opens in a popup.
     */
    readonly returnUrl?: string | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = {
    /** Address of the provider's web page that is to be opened. */
    readonly url: string
    /**
     * Id of the order, to be passed to `orderQuery`; absent when the provider reports no status.
     */
    readonly orderId?: string
  }
}
