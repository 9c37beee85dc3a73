import { z } from 'zod'
import { answerLimits } from '../calls/limit.ts'
import { labelPattern } from '../calls/name-answer.ts'
import { orderStatuses } from '../calls/onramp-answer.ts'
import { isImageAddress, isLink, numericPattern } from '../calls/shape.ts'
import { callDataPattern, wholePattern } from '../calls/swap-answer.ts'
import { accountIdSchema, chainIdSchema } from './answer.ts'

const text = z.string().max(answerLimits.text)
const nonEmptyText = text.min(1)
const dateText = text.refine((value) => Number.isFinite(Date.parse(value)))
const hasAtMostKeys = (limit: number) => (value: object) => Object.keys(value).length <= limit
const wholeNumber = z.string().regex(wholePattern)
const callData = z.string().regex(callDataPattern)
const imageAddress = z.string().max(answerLimits.image).refine(isImageAddress)
const pageUrl = z
  .string()
  .max(answerLimits.link)
  .regex(/^https?:\/\//i)
  .refine(isLink)
const gas = z.object({ gas: wholeNumber.nullish(), gasPrice: wholeNumber.nullish() }).nullish()

/** Schema of the answer of `GET /v1/convert/tokens`. */
export const swapTokensAnswerSchema = z.object({
  tokens: z
    .array(
      z.object({
        name: text,
        symbol: nonEmptyText,
        address: accountIdSchema,
        decimals: z.int().min(0).max(36),
        logoUri: imageAddress.nullish(),
        eip2612: z.boolean().nullish(),
        warning: text.nullish(),
      }),
    )
    .max(answerLimits.swapTokens),
})

/** Schema of the answer of `GET /v1/convert/quotes`. */
export const swapQuotesAnswerSchema = z.object({
  quotes: z
    .array(
      z.object({
        id: text.nullish(),
        fromAmount: wholeNumber,
        fromAccount: accountIdSchema,
        toAmount: wholeNumber.nullish(),
        toAccount: accountIdSchema,
        provider: text.nullish(),
        fee: wholeNumber.nullish(),
        feeAccount: accountIdSchema.nullish(),
        priceImpact: z.number().min(0).nullish(),
        path: z.array(accountIdSchema).max(answerLimits.path).nullish(),
      }),
    )
    .max(answerLimits.offers),
})

/** Schema of the answer of `GET /v1/convert/allowance`. */
export const swapAllowanceAnswerSchema = z.object({
  allowance: wholeNumber,
  spender: accountIdSchema.nullish(),
})

/** Schema of the answer of `GET /v1/convert/gas-price`. */
export const gasPriceAnswerSchema = z.object({
  standard: wholeNumber,
  fast: wholeNumber,
  instant: wholeNumber,
})

/** Schema of the answer of `POST /v1/convert/build-transaction`. */
export const swapTransactionAnswerSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: callData,
    amount: wholeNumber,
    maximum: wholeNumber.nullish(),
    value: wholeNumber.nullish(),
    eip155: gas,
  }),
})

/** Schema of the answer of `GET /v1/convert/build-approve`. */
export const approveTransactionAnswerSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: callData,
    value: wholeNumber,
    eip155: z.object({ gasPrice: wholeNumber.nullish() }).nullish(),
  }),
})

const money = z.object({ amount: z.string().regex(numericPattern), currency: nonEmptyText })

/** Schema of the answer of `GET /v1/onramp/options`. */
export const onrampOptionsSchema = z.object({
  purchaseCurrencies: z
    .array(
      z.object({
        id: nonEmptyText,
        name: text,
        symbol: nonEmptyText,
        networks: z
          .array(
            z.object({ name: text, display_name: text, chain_id: text, contract_address: text }),
          )
          .max(answerLimits.chains),
      }),
    )
    .max(answerLimits.balances),
  paymentCurrencies: z
    .array(
      z.object({
        id: nonEmptyText,
        payment_method_limits: z
          .array(
            z.object({
              id: nonEmptyText,
              min: z.string().regex(numericPattern),
              max: z.string().regex(numericPattern),
            }),
          )
          .max(answerLimits.features),
      }),
    )
    .max(answerLimits.balances),
})

/** Schema of the answer of `POST /v1/onramp/quote`. */
export const onrampQuoteAnswerSchema = z.object({
  networkFee: money,
  paymentSubtotal: money,
  paymentTotal: money,
  purchaseAmount: money,
  quoteId: nonEmptyText,
  providerFee: money.nullish(),
  isEstimate: z.boolean().nullish(),
})

/** Schema of the answer of `POST /v1/generators/onrampurl`. */
export const onrampUrlAnswerSchema = z.object({ url: pageUrl, orderId: text.nullish() })

/** Schema of the answer of Latchkey's own call `GET /v1/onramp/orders/{id}`. */
export const orderAnswerSchema = z.object({
  id: nonEmptyText,
  status: z.enum(orderStatuses),
  hash: text.nullish(),
  chainId: chainIdSchema.nullish(),
  purchaseAmount: money.nullish(),
  paymentTotal: money.nullish(),
})

/** Schema of the answer of `GET /v1/onramp/providers`: a list that is not inside an object. */
export const onrampProvidersSchema = z
  .array(
    z.object({
      serviceProvider: nonEmptyText,
      name: nonEmptyText,
      categories: z.array(text).max(answerLimits.features),
      status: text.nullish(),
      websiteUrl: pageUrl.nullish(),
      logos: z.object({ light: imageAddress.nullish(), dark: imageAddress.nullish() }).nullish(),
      feePercent: z.tuple([z.number(), z.number()]).nullish(),
      chains: z.array(chainIdSchema).max(answerLimits.chains).nullish(),
      isSandbox: z.boolean().nullish(),
    }),
  )
  .max(answerLimits.providers)

/** Schemas of the results of the JSON-RPC methods about exchanges. */
export const exchangesResultSchema = z.object({
  exchanges: z
    .array(
      z.object({
        id: nonEmptyText,
        name: nonEmptyText,
        imageUrl: imageAddress.nullish(),
        isSandbox: z.boolean().nullish(),
      }),
    )
    .max(answerLimits.providers),
  total: z.number(),
})
export const exchangeUrlResultSchema = z.object({ url: pageUrl, sessionId: nonEmptyText })
export const exchangeStatusResultSchema = z.object({
  status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']),
  txHash: text.nullish(),
})

/** Schema of a name in the gateway operator's name zone. */
export const registeredNameSchema = z.object({
  name: nonEmptyText,
  registered_at: dateText,
  updated_at: dateText.nullish(),
  attributes: z
    .union([
      z.record(z.string(), text).refine(hasAtMostKeys(answerLimits.features)),
      z.array(z.never()),
    ])
    .nullish(),
  addresses: z
    .record(
      z.string().regex(/^\d{1,10}$/),
      z.object({ address: nonEmptyText, created_at: dateText.nullish() }),
    )
    .refine(hasAtMostKeys(answerLimits.chains)),
})

/** Schema of the answer of `GET /v1/profile/suggestions/{name}`. */
export const suggestionsAnswerSchema = z.object({
  suggestions: z
    .array(z.object({ name: nonEmptyText, registered: z.boolean() }))
    .max(answerLimits.suggestions),
})

/** Schema of the first label of a name that can be registered. */
export const nameLabelSchema = z.string().regex(labelPattern)
