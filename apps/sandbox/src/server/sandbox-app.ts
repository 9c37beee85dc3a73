import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { goods, makeOffer, sandboxChain, sandboxOptions, toBaseUnits } from './goods.ts'
import type { Order } from './order.ts'
import type { Fault, OrderDesk } from './order-desk.ts'
import { orderViewOf } from './view-of.ts'

const decimalText = z.string().regex(/^\d{1,30}(?:\.\d{1,36})?$/)
const shortText = z.string().min(1).max(128)
const wallet = z.string().regex(/^0x[\da-fA-F]{40}$/)
const pageUrl = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\//i)
const quoteShape = z.object({
  purchaseCurrency: shortText,
  chain: z.literal(sandboxChain),
  paymentCurrency: shortText,
  paymentMethod: z.literal('card').optional(),
  amount: decimalText,
})
const orderShape = quoteShape.extend({ wallet, returnUrl: pageUrl.optional() })
const depositShape = z.object({
  asset: shortText,
  amount: decimalText,
  recipient: z.string().max(160),
  returnUrl: pageUrl.optional(),
})
const cardShape = z.object({
  number: z.string().max(40),
  expiry: z.string().max(12),
  code: z.string().max(8),
})
const loginShape = z.object({ name: z.string().max(64), password: z.string().max(64) })
const answerShape = z.object({ isYes: z.boolean() })
const zeroAddressPattern = /^0x0{40}$/
const maxBytes = 16_384

/**
 * The sandbox's HTTP API: `/api` for the gateway and `/page` for the sandbox's own page. Pages of
 * other origins may call neither.
 */
export function sandboxApp({
  counter,
  own,
}: {
  readonly counter: OrderDesk
  readonly own: () => string
}): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    if (!isLocal(context.req.header('host'))) return context.text('Not here', 421)
    context.header('cache-control', 'no-store')
    return next()
  })
  // Browsers send an `Origin` header with each POST, and the gateway does not. So `/api` refuses
  // calls with this header.
  app.use('/api/*', async (context, next) =>
    context.req.header('origin') ? answerForbidden(context) : next(),
  )
  app.use('/page/*', async (context, next) => {
    const site = context.req.header('sec-fetch-site')
    const origin = context.req.header('origin')
    const isSameOrigin =
      (!site || site === 'same-origin') &&
      (!origin || new URL(origin).host === context.req.header('host'))
    return isSameOrigin ? next() : answerForbidden(context)
  })

  app.get('/api/options', (context) => context.json(sandboxOptions()))
  app.post('/api/quote', async (context) => {
    const quoteRequest = await readBody(context, quoteShape)
    if ('field' in quoteRequest) return context.json(quoteRequest, 400)
    const offer = makeOffer(quoteRequest)
    if ('field' in offer) return context.json(offer, 400)
    const { good: _, units: __, ...quote } = offer
    return context.json({ ...quote, quoteId: randomUUID() })
  })
  app.post('/api/orders', async (context) => {
    const quoteRequest = await readBody(context, orderShape)
    if ('field' in quoteRequest) return context.json(quoteRequest, 400)
    if (zeroAddressPattern.test(quoteRequest.wallet))
      return context.json(makeFault('wallet', 'Nobody has this address'), 400)
    const offer = makeOffer(quoteRequest)
    if ('field' in offer) return context.json(offer, 400)
    const {
      good: requestedGood,
      units,
      purchaseAmount,
      paymentTotal,
      providerFee,
      networkFee,
    } = offer
    const order = counter.makeOrder({
      kind: 'card',
      asset: requestedGood.asset,
      units: `${units}`,
      wallet: quoteRequest.wallet,
      purchaseAmount,
      paymentTotal,
      fees: [
        { name: 'Provider fee', money: providerFee },
        { name: 'Network fee', money: networkFee },
      ],
      ...(quoteRequest.returnUrl === undefined ? {} : { returnUrl: quoteRequest.returnUrl }),
    })
    return context.json({ url: `${own()}/pay/${order.id}`, orderId: order.id })
  })
  app.get('/api/orders/:id', (context) => {
    const order = counter.findOrder(context.req.param('id'))
    if (order?.kind !== 'card') return context.json(makeFault('id', 'There is no such order'), 404)
    const { id, status, purchaseAmount, paymentTotal, signed } = order
    const hash = status === 'done' && signed ? { hash: signed.hash } : {}
    return context.json({
      id,
      status,
      chainId: sandboxChain,
      purchaseAmount,
      paymentTotal,
      ...hash,
    })
  })
  app.post('/api/deposits', async (context) => {
    const quoteRequest = await readBody(context, depositShape)
    if ('field' in quoteRequest) return context.json(quoteRequest, 400)
    const requestedGood = goods.find(
      ({ asset }) => asset.toLowerCase() === quoteRequest.asset.toLowerCase(),
    )
    if (!requestedGood)
      return context.json(makeFault('asset', 'The sandbox does not have this'), 400)
    const address = quoteRequest.recipient.startsWith(`${sandboxChain}:`)
      ? quoteRequest.recipient.slice(sandboxChain.length + 1)
      : ''
    if (!wallet.safeParse(address).success || zeroAddressPattern.test(address))
      return context.json(makeFault('recipient', 'It must be an account of the devnet'), 400)
    const units = toBaseUnits(requestedGood, quoteRequest.amount)
    if (units === null || units > unitsLimit(requestedGood.decimals))
      return context.json(
        makeFault(
          'amount',
          `Above zero and up to 1000000, with at most ${requestedGood.decimals} places`,
        ),
        400,
      )
    const purchaseAmount = { amount: quoteRequest.amount, currency: requestedGood.symbol }
    const order = counter.makeOrder({
      kind: 'exchange',
      asset: requestedGood.asset,
      units: `${units}`,
      wallet: address,
      purchaseAmount,
      ...(quoteRequest.returnUrl === undefined ? {} : { returnUrl: quoteRequest.returnUrl }),
    })
    return context.json({ url: `${own()}/exchange/${order.id}`, sessionId: order.id })
  })
  app.get('/api/deposits/:id', (context) => {
    const order = counter.findOrder(context.req.param('id'))
    if (order?.kind !== 'exchange')
      return context.json(makeFault('id', 'There is no such deposit'), 404)
    return context.json({
      status: nameDepositStatus(order),
      ...(order.status === 'done' && order.signed ? { txHash: order.signed.hash } : {}),
    })
  })

  const answerOrder = (context: Context, order: Order | undefined) =>
    order
      ? context.json(orderViewOf(order))
      : context.json(makeFault('id', 'There is no such order'), 404)
  app.get('/page/:id', (context) => {
    counter.open(context.req.param('id'))
    return answerOrder(context, counter.findOrder(context.req.param('id')))
  })
  const addOrderAction = <S extends z.ZodType>(
    path: string,
    shape: S,
    run: (id: string, body: z.output<S>) => Fault | undefined,
  ) =>
    app.post(`/page/:id/${path}`, async (context) => {
      const body = await readBody(context, shape)
      if (isFault(body)) return context.json(body, 400)
      const fault = run(context.req.param('id') as string, body)
      return fault
        ? context.json(fault, 400)
        : answerOrder(context, counter.findOrder(context.req.param('id') as string))
    })
  addOrderAction('pay', cardShape, (id, card) => counter.payByCard(id, card))
  addOrderAction('log-in', loginShape, (id, { name, password }) =>
    counter.logIn(id, name, password),
  )
  addOrderAction('withdraw', z.object({}), (id) => counter.withdraw(id))
  addOrderAction('answer', answerShape, (id, { isYes }) => counter.answer(id, isYes))
  addOrderAction('cancel', z.object({}), (id) => counter.cancel(id))
  app.notFound((context) => context.json(makeFault('', 'There is nothing at this address'), 404))
  return app
}

const unitsLimit = (decimals: number): bigint => 1_000_000n * 10n ** BigInt(decimals)
const makeFault = (field: string, description: string): Fault => ({ field, description })
const answerForbidden = (context: Context) =>
  context.json(makeFault('origin', 'Not for other pages'), 403)

function nameDepositStatus({ status }: Order): 'SUCCESS' | 'FAILED' | 'IN_PROGRESS' {
  if (status === 'done') return 'SUCCESS'
  return ['declined', 'abandoned', 'failed'].includes(status) ? 'FAILED' : 'IN_PROGRESS'
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'field' in value && 'description' in value
}

/**
 * Whether the `Host` header names this machine. Other names are refused, because a foreign name can
 * be made to resolve to this machine (DNS rebinding).
 */
function isLocal(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host ?? '')
}

async function readBody<S extends z.ZodType>(
  context: Context,
  shape: S,
): Promise<z.output<S> | Fault> {
  if (Number(context.req.header('content-length') ?? 0) > maxBytes)
    return makeFault('', 'The body is too large')
  const text = await context.req.text()
  if (text.length > maxBytes) return makeFault('', 'The body is too large')
  try {
    const parsed = shape.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
    return makeFault(String(path[0] ?? ''), `${path.join('.') || 'the body'}: ${message}`)
  } catch {
    return makeFault('', 'The body is not JSON')
  }
}
