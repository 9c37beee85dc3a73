import { z } from 'zod'
import type { AccountId, ChainId } from '../caip/ids.ts'
import { isAccountId, isChainId } from '../caip/ids.ts'
import { answerLimits } from '../calls/limit.ts'
import { otpIdPattern } from '../calls/otp-answer.ts'
import { decimalsPattern, isImageAddress, isLink, numericPattern } from '../calls/shape.ts'
import { zonePattern } from '../calls/supported-chains.ts'
import { colorPattern } from '../calls/wallets-answer.ts'

const text = z.string().max(answerLimits.text)
const nonEmptyText = text.min(1)
const textList = z.array(text).max(answerLimits.walletParts)
const link = z.string().max(answerLimits.link).refine(isLink)
const imageAddress = z.string().max(answerLimits.image).refine(isImageAddress)

// This schema's function alone checks a value; the pattern is only for the OpenAPI document.
export const chainIdSchema = z.custom<ChainId>(isChainId).meta({
  type: 'string',
  pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$',
  description: 'CAIP-2',
})
export const accountIdSchema = z.custom<AccountId>(isAccountId).meta({
  type: 'string',
  pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$',
  description: 'CAIP-10',
})

/** Schema of the answer of `GET /health`. */
export const healthSchema = z.object({ status: z.literal('ok'), version: text })

/** Schema of the answer of `GET /v1/supported-chains`. */
export const supportedChainsSchema = z.object({
  http: z.array(chainIdSchema).max(answerLimits.chains),
  ws: z.array(chainIdSchema).max(answerLimits.chains),
  names: z.object({ zone: z.string().regex(zonePattern), perAddress: z.int().min(1) }).nullish(),
})

/** Schema of one balance. */
export const tokenBalanceSchema = z.object({
  name: text,
  symbol: text,
  chainId: chainIdSchema.nullish(),
  address: accountIdSchema.nullish(),
  value: z.number().nullish(),
  price: z.number().nullish(),
  quantity: z.object({
    decimals: text.regex(decimalsPattern),
    numeric: text.regex(numericPattern),
  }),
  iconUrl: imageAddress.nullish(),
})

/** Schema of the answer of `GET /v1/account/{address}/balance`. */
export const balanceAnswerSchema = z.object({
  balances: z.array(tokenBalanceSchema).max(answerLimits.balances),
  missing: z.array(chainIdSchema).max(answerLimits.chains).nullish(),
})

/** Schema of the answer of `GET /v1/identity/{address}`. */
export const identityAnswerSchema = z.object({
  name: text.nullish(),
  avatar: imageAddress.nullish(),
  resolvedAt: text.nullish(),
})

const wholeNumber = z.string().regex(/^\d{1,80}$/)
const dateText = text.refine((value) => Number.isFinite(Date.parse(value)))
const amount = z.string().regex(numericPattern)

/** Schema of one asset transfer in a transaction. */
export const historyTransferSchema = z.looseObject({
  fungible_info: z
    .looseObject({
      name: text.nullish(),
      symbol: text.nullish(),
      icon: z.looseObject({ url: imageAddress }).nullish(),
    })
    .nullish(),
  nft_info: z
    .looseObject({ name: text.nullish(), flags: z.looseObject({ is_spam: z.boolean() }) })
    .nullish(),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.looseObject({ numeric: amount }),
  value: z.number().nullish(),
  price: z.number().nullish(),
  asset: text.nullish(),
  counterparty: text.nullish(),
  isUnlimited: z.boolean().nullish(),
})

/** Schema of one transaction in the history. */
export const historyTransactionSchema = z.looseObject({
  id: nonEmptyText,
  metadata: z.looseObject({
    operationType: nonEmptyText,
    hash: nonEmptyText,
    minedAt: dateText,
    sentFrom: text,
    sentTo: text,
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.number(),
    application: z.looseObject({ name: text.nullish(), iconUrl: imageAddress.nullish() }).nullish(),
    chain: chainIdSchema.nullish(),
    block: wholeNumber.nullish(),
    fee: wholeNumber.nullish(),
    isSpam: z.boolean().nullish(),
  }),
  transfers: z.array(historyTransferSchema).max(answerLimits.transfers).nullish(),
})

/** Schema of the answer of `GET /v1/account/{address}/history`. */
export const historyAnswerSchema = z.object({
  data: z.array(historyTransactionSchema).max(answerLimits.history),
  next: z.string().max(answerLimits.link).nullish(),
  isKept: z.boolean().nullish(),
})

/** Schema of the answer of `POST /v1/fungible/price`. */
export const priceAnswerSchema = z.object({
  fungibles: z
    .array(
      z.looseObject({
        address: accountIdSchema,
        name: text,
        symbol: text,
        iconUrl: imageAddress.nullish(),
        price: z.number().min(0),
        decimals: z.int().min(0).max(255),
      }),
    )
    .max(answerLimits.prices),
})

/** Schema of one wallet in the wallet list. */
export const walletListingSchema = z.looseObject({
  id: nonEmptyText,
  name: nonEmptyText,
  homepage: link.nullish(),
  mobile_link: link.nullish(),
  universal_link: link.nullish(),
  desktop_link: link.nullish(),
  webapp_link: link.nullish(),
  link_mode: link.nullish(),
  link_formats: z.record(z.string(), z.enum(['observed', 'derived'])).nullish(),
  app_store: link.nullish(),
  play_store: link.nullish(),
  chrome_store: link.nullish(),
  firefox_store: link.nullish(),
  image_id: text.nullish(),
  image_url: imageAddress.nullish(),
  rdns: text.nullish(),
  explorer_ids: textList.nullish(),
  keys: textList.nullish(),
  chains: textList.nullish(),
  injected: z
    .array(z.object({ namespace: text, injected_id: text }))
    .max(answerLimits.walletParts)
    .nullish(),
  order: z.number().nullish(),
  badge_type: z.enum(['none', 'certified']).nullish(),
  color: z.string().regex(colorPattern).nullish(),
})

/** Schema of the answer of `GET /getWallets`. */
export const walletsAnswerSchema = z.object({
  count: z.int().min(0),
  data: z.array(walletListingSchema).max(answerLimits.wallets),
})

/** Schema of one feature. */
export const remoteFeatureSchema = z.object({
  id: nonEmptyText,
  isEnabled: z.boolean(),
  config: z.array(text).max(answerLimits.features).nullish(),
})

/** Schema of the answer of `GET /appkit/v1/config`. */
export const featuresAnswerSchema = z.object({
  features: z.array(remoteFeatureSchema).max(answerLimits.features),
})

/** Schema of the answer of `GET /projects/v1/origins`. */
export const originsAnswerSchema = z.object({
  allowedOrigins: z.array(nonEmptyText).max(answerLimits.origins),
})

/** Schema of the answer of `POST /auth/v1/otp`. */
export const otpAnswerSchema = z.object({ uuid: z.string().regex(otpIdPattern).nullable() })

/** Schema of the answer of `PUT /auth/v1/otp`. */
export const otpConfirmedSchema = z.null()

/** Schema of the answer of `GET /getAnalyticsConfig`. */
export const analyticsAnswerSchema = z.object({ isAnalyticsEnabled: z.boolean() })

/** Schema of the body of a refused call. */
export const errorBodySchema = z.object({
  status: z.literal('FAILED'),
  reasons: z
    .array(z.object({ field: text.nullish(), description: z.string().max(answerLimits.message) }))
    .max(answerLimits.reasons),
})
