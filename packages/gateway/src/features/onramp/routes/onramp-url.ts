import { chainIdSchema, onrampUrlAnswerSchema } from '@latchkey/protocol/schema'
import type { Context } from 'hono'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import type { OnrampSeller } from '../../../ports/onramp-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { checkReturnUrl } from '../check-return-url.ts'
import { chainOfNetwork, findSeller } from '../find-seller.ts'
import { isWalletOn } from '../is-wallet-on.ts'

const name = z.string().min(1).max(64)
const names = z.array(name).max(100)
const json = z.object({
  destinationWallets: z
    .array(
      z.object({
        address: z.string().min(1).max(128),
        blockchains: names.optional(),
        assets: names.optional(),
        supported_networks: names.optional(),
      }),
    )
    .min(1)
    .max(20),
  defaultNetwork: name.optional(),
  partnerUserId: z.string().min(32).max(50).optional(),
  defaultExperience: z.enum(['send', 'buy']).optional(),
  presetCryptoAmount: z.int().positive().optional(),
  presetFiatAmount: z.int().positive().optional(),
  handlingRequestedUrls: z.boolean().optional(),
  // WalletConnect's version of this call does not have the following fields; Latchkey adds them.
  provider: name.optional(),
  chainId: chainIdSchema.optional(),
  purchaseCurrency: name.optional(),
  paymentCurrency: name.optional(),
  paymentMethod: name.optional(),
  amount: z
    .string()
    .regex(/^\d{1,40}(?:\.\d{1,36})?$/)
    .optional(),
  returnUrl: z.string().max(2_048).optional(),
})
type UrlRequest = z.output<typeof json>

/**
 * Creates the route `POST /v1/generators/onrampurl`. Seller, currency and amount are parameters
 * that Latchkey adds to WalletConnect's version of this call.
 */
export function onrampUrlRoute({
  onramp,
  callerOf,
}: Pick<RouteServices, 'onramp'> & {
  /** Network address of the visitor, which some sellers require. */
  readonly callerOf: (context: Context) => string
}): Route {
  return defineRoute({
    method: 'POST',
    paths: ['/v1/generators/onrampurl'],
    summary: 'Where the visitor pays for what is bought',
    access: 'project',
    json,
    answer: onrampUrlAnswerSchema,
    described: { refusals: [503] },
    async handle({ context, json: urlRequest, project, signal }) {
      const { returnUrl } = urlRequest
      if (returnUrl !== undefined) checkReturnUrl(returnUrl, project, context.req.header('origin'))
      const seller = findSeller(onramp, urlRequest.provider)
      const [wallet] = urlRequest.destinationWallets
      if (!wallet) throw refusal(400, 'destinationWallets', 'At least one is needed')
      const boughtCurrency = urlRequest.purchaseCurrency ?? wallet.assets?.[0] ?? 'USDC'
      const networkName =
        urlRequest.defaultNetwork ?? wallet.blockchains?.[0] ?? wallet.supported_networks?.[0]
      const chain =
        urlRequest.chainId ??
        (await chainOfNetwork(seller, { network: networkName, wish: boughtCurrency }, signal))
      if (!isWalletOn(chain, wallet.address))
        throw refusal(400, 'address', 'This is no account address')
      const { paymentCurrency = 'USD', paymentMethod } = urlRequest
      const amount =
        urlRequest.amount ?? (await findPreset(seller, urlRequest, paymentCurrency, signal))
      const sellerRequest = {
        purchaseCurrency: boughtCurrency,
        chain,
        paymentCurrency,
        paymentMethod,
        amount,
        wallet: wallet.address,
      }
      const callerAddress = callerOf(context)
      const { url, orderId } = await seller.start(
        { ...sellerRequest, returnUrl, callerAddress },
        signal,
      )
      const { serviceProvider } = seller.provider
      return {
        json: {
          url,
          ...(orderId === undefined ? {} : { orderId: `${serviceProvider}.${orderId}` }),
        },
      }
    },
  })
}

/**
 * Without an amount, the smallest amount that the seller accepts is used; the visitor can change it
 * on the seller's page.
 */
async function findPreset(
  seller: OnrampSeller,
  { presetFiatAmount }: UrlRequest,
  currency: string,
  signal: AbortSignal,
): Promise<string> {
  if (presetFiatAmount !== undefined) return String(presetFiatAmount)
  const { paymentCurrencies } = await seller.options(signal)
  const minAmount = paymentCurrencies.find(({ id }) => id === currency)?.payment_method_limits[0]
    ?.min
  if (minAmount === undefined)
    throw refusal(400, 'paymentCurrency', `${seller.provider.name} takes no ${currency}`)
  return minAmount
}
