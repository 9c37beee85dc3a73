import type {
  OperatorOrder,
  OperatorSecret,
  OperatorSecretMade,
  OperatorWebhook,
  OperatorWebhookSet,
  OrdersPage,
} from '@latchkey/protocol'
import { paymentOrderSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import type { OperatorCall } from '../operator-call.ts'
import { refundShape } from './decide-order.ts'
import { secretShape, webhookShape } from './order-access.ts'
import { ordersQuery } from './read-orders.ts'

const momentShape = z.int().meta({ description: 'Milliseconds since the epoch.' })
const text = z.string()

const ordersAnswer: z.ZodType<OrdersPage> = z.strictObject({
  orders: z.array(paymentOrderSchema),
  total: z.int().min(0),
  next: text.nullable(),
  isEnabled: z.boolean(),
})
const orderAnswer: z.ZodType<OperatorOrder> = z.strictObject({
  order: paymentOrderSchema,
  payments: z.array(
    z.strictObject({
      chain: text,
      hash: text,
      from: text,
      asset: text,
      symbol: text,
      decimals: z.int(),
      amount: text,
      block: z.int(),
      minedAt: momentShape,
      isConfirmed: z.boolean(),
    }),
  ),
  events: z.array(
    z.strictObject({
      id: text,
      at: momentShape,
      tries: z.int(),
      dueAt: momentShape.nullable(),
      deliveredAt: momentShape.nullable(),
      lastResult: text.nullable(),
    }),
  ),
})
const secretAnswer = z.strictObject({
  id: text,
  label: text,
  madeAt: momentShape,
  usedAt: momentShape.nullable(),
  revokedAt: momentShape.nullable(),
}) satisfies z.ZodType<OperatorSecret>
const secretMadeAnswer: z.ZodType<OperatorSecretMade> = secretAnswer.extend({ secret: text })
const webhookAnswer = z.strictObject({
  url: text.nullable(),
  changedAt: momentShape.nullable(),
}) satisfies z.ZodType<OperatorWebhook>
const webhookSetAnswer: z.ZodType<OperatorWebhookSet> = webhookAnswer.extend({
  secret: text.optional(),
})

const readDefaults = { method: 'get', status: 200, isWriting: false, refusals: [404] } as const
const writeDefaults = { isWriting: true, refusals: [404] } as const

/** Descriptions of the operator API's calls about orders. */
export const orderCalls: readonly OperatorCall[] = [
  {
    ...readDefaults,
    path: '/v1/projects/:id/orders',
    summary: 'Orders of a project, the newest first',
    query: ordersQuery,
    answer: ordersAnswer,
    refusals: [400, 404],
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/orders.csv',
    type: 'text/csv',
    summary: 'All of them as CSV',
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/orders/:order',
    summary: 'An order with its payments and what its webhook was told',
    answer: orderAnswer,
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/projects/:id/orders/:order/refund',
    status: 204,
    summary: 'Note that the merchant sent the money back; the gateway moves none',
    body: refundShape,
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/projects/:id/orders/:order/accept',
    status: 204,
    summary: 'Settle an order whose payment came late or was too small',
    refusals: [400, 404],
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/secrets',
    summary: 'Secrets by which servers make orders of a project',
    answer: z.strictObject({ secrets: z.array(secretAnswer) }),
    isWriting: true,
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/projects/:id/secrets',
    status: 201,
    summary: 'Make a secret; only this answer has it',
    body: secretShape,
    answer: secretMadeAnswer,
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/projects/:id/secrets/:secret',
    status: 204,
    summary: 'Revoke a secret, at once and for good',
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/webhook',
    summary: 'Where changes of orders are reported',
    answer: webhookAnswer,
    isWriting: true,
  },
  {
    ...writeDefaults,
    method: 'put',
    path: '/v1/projects/:id/webhook',
    status: 200,
    summary: 'Set where they are reported; a new secret is told this once',
    body: webhookShape,
    answer: webhookSetAnswer,
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/projects/:id/webhook',
    status: 204,
    summary: 'Report them no more',
  },
]
