import { z } from 'zod'
import { isAssetId } from '../caip/asset-id.ts'
import type { AssetId } from '../caip/ids.ts'
import { answerLimits } from '../calls/limit.ts'
import {
  evmAddressPattern,
  evmHashPattern,
  maxPaymentOptions,
  orderIdPattern,
  orderTextLimits,
  paymentOrderStates,
} from '../calls/payment-order.ts'
import { numericPattern } from '../calls/shape.ts'
import { wholePattern } from '../calls/swap-answer.ts'
import { chainIdSchema } from './answer.ts'

const text = z.string().max(answerLimits.text)
const dateText = text.refine((value) => Number.isFinite(Date.parse(value)))
const wholeNumber = z.string().regex(wholePattern)
const evmAddress = z.string().regex(evmAddressPattern)
const evmHash = z.string().regex(evmHashPattern)
const orderId = z.string().regex(orderIdPattern)
const title = z.string().min(1).max(orderTextLimits.title)
const reference = z.string().min(1).max(orderTextLimits.reference)
const assetIdSchema = z.custom<AssetId>(isAssetId).meta({
  type: 'string',
  pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$',
  description: 'CAIP-19',
})

const paymentOption = z
  .object({
    asset: assetIdSchema,
    chain: chainIdSchema,
    to: evmAddress,
    amount: wholeNumber,
    symbol: text.min(1),
    decimals: z.int().min(0).max(36),
  })
  .refine((option) => option.asset.startsWith(`${option.chain}/`))

/** Schema of the answer of the calls under `/v1/orders`. */
export const paymentOrderSchema = z.object({
  id: orderId,
  state: z.enum(paymentOrderStates),
  title: title.optional(),
  reference: reference.optional(),
  price: z.object({ amount: z.string().regex(numericPattern), currency: text.min(1) }).optional(),
  accepts: z.array(paymentOption).min(1).max(maxPaymentOptions),
  createdAt: dateText,
  expiresAt: dateText,
  payment: z
    .object({
      chain: chainIdSchema,
      hash: evmHash,
      from: evmAddress,
      asset: assetIdSchema,
      amount: wholeNumber,
      confirmations: z.int().min(0),
      needed: z.int().min(0),
      seenAt: dateText,
      settledAt: dateText.optional(),
    })
    .optional(),
  refund: z
    .object({
      note: z.string().max(orderTextLimits.refundNote),
      hash: evmHash.optional(),
      at: dateText,
    })
    .optional(),
})

/** Schema of the body of a webhook call about an order. */
export const orderEventSchema = z.object({ id: orderId, at: dateText, order: paymentOrderSchema })

// Texts without control characters and without marks that change the direction of text. Such
// characters could make a title or a reference look like another one.
const plainText = /^[^\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u
const positiveWhole = z.string().regex(/^[1-9]\d{0,77}$/, 'must be a whole number above zero')

/** Schema of the body of `POST /v1/orders`, which makes an order. */
export const paymentOrderRequestSchema = z
  .strictObject({
    price: z
      .strictObject({
        amount: z.string().max(40).regex(numericPattern, 'must be a plain decimal, as 19.90'),
        currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, as USD'),
      })
      .optional(),
    accepts: z
      .array(
        z.strictObject({
          asset: assetIdSchema,
          to: evmAddress,
          amount: positiveWhole.optional(),
        }),
      )
      .min(1)
      .max(maxPaymentOptions),
    title: title.regex(plainText, 'must be plain text in one line').optional(),
    reference: reference.regex(plainText, 'must be plain text in one line').optional(),
    expiresInSeconds: z.int().min(60).max(86_400).default(900),
  })
  .refine(
    ({ price, accepts }) =>
      accepts.every(({ amount }) => (amount === undefined) === (price !== undefined)),
    { path: ['accepts'], message: 'Either the order has a price or each of `accepts` an amount' },
  )

/**
 * Schema of the body of `POST /v1/orders/{id}/payments`, with which a page reports its transaction.
 */
export const orderPaymentNoticeSchema = z.strictObject({ chain: chainIdSchema, hash: evmHash })
