import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Counter, Fault } from './counter.ts'
import { goods, makeOffer, sandboxChain, sandboxOptions, unitsOf } from './goods.ts'
import type { Order } from './order.ts'
import { viewOf } from './view-of.ts'

const decimal = z.string().regex(/^\d{1,30}(?:\.\d{1,36})?$/)
const word = z.string().min(1).max(128)
const wallet = z.string().regex(/^0x[\da-fA-F]{40}$/)
const page = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\//i)
const quoteShape = z.object({
  purchaseCurrency: word,
  chain: z.literal(sandboxChain),
  paymentCurrency: word,
  paymentMethod: z.literal('card').optional(),
  amount: decimal,
})
const orderShape = quoteShape.extend({ wallet, returnUrl: page.optional() })
const depositShape = z.object({
  asset: word,
  amount: decimal,
  recipient: z.string().max(160),
  returnUrl: page.optional(),
})
const cardShape = z.object({
  number: z.string().max(40),
  expiry: z.string().max(12),
  code: z.string().max(8),
})
const loginShape = z.object({ name: z.string().max(64), password: z.string().max(64) })
const answerShape = z.object({ isYes: z.boolean() })
const nobody = /^0x0{40}$/
const maxBytes = 16_384

/**
 * The API of the gateway (`/api`) and of the page (`/page`); pages of other origins may not call
 * it.
 */
export function sandboxApp({
  counter,
  own,
}: {
  readonly counter: Counter
  readonly own: () => string
}): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    if (!isLocal(context.req.header('host'))) return context.text('Not here', 421)
    context.header('cache-control', 'no-store')
    return next()
  })
  // Browsers send the origin of every POST: the gateway sends none, the sandbox page its own.
  app.use('/api/*', async (context, next) =>
    context.req.header('origin') ? answerForbidden(context) : next(),
  )
  app.use('/page/*', async (context, next) => {
    const site = context.req.header('sec-fetch-site')
    const origin = context.req.header('origin')
    const isOwn =
      (!site || site === 'same-origin') &&
      (!origin || new URL(origin).host === context.req.header('host'))
    return isOwn ? next() : answerForbidden(context)
  })

  app.get('/api/options', (context) => context.json(sandboxOptions()))
  app.post('/api/quote', async (context) => {
    const wish = await readBody(context, quoteShape)
    if ('field' in wish) return context.json(wish, 400)
    const made = makeOffer(wish)
    if ('field' in made) return context.json(made, 400)
    const { good: _, units: __, ...quote } = made
    return context.json({ ...quote, quoteId: randomUUID() })
  })
  app.post('/api/orders', async (context) => {
    const wish = await readBody(context, orderShape)
    if ('field' in wish) return context.json(wish, 400)
    if (nobody.test(wish.wallet))
      return context.json(makeFault('wallet', 'Nobody has this address'), 400)
    const made = makeOffer(wish)
    if ('field' in made) return context.json(made, 400)
    const { good, units, purchaseAmount, paymentTotal, providerFee, networkFee } = made
    const order = counter.make({
      kind: 'card',
      asset: good.asset,
      units: `${units}`,
      wallet: wish.wallet,
      purchaseAmount,
      paymentTotal,
      fees: [
        { name: 'Provider fee', money: providerFee },
        { name: 'Network fee', money: networkFee },
      ],
      ...(wish.returnUrl === undefined ? {} : { returnUrl: wish.returnUrl }),
    })
    return context.json({ url: `${own()}/pay/${order.id}`, orderId: order.id })
  })
  app.get('/api/orders/:id', (context) => {
    const order = counter.find(context.req.param('id'))
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
    const wish = await readBody(context, depositShape)
    if ('field' in wish) return context.json(wish, 400)
    const good = goods.find(({ asset }) => asset.toLowerCase() === wish.asset.toLowerCase())
    if (!good) return context.json(makeFault('asset', 'The sandbox does not have this'), 400)
    const address = wish.recipient.startsWith(`${sandboxChain}:`)
      ? wish.recipient.slice(sandboxChain.length + 1)
      : ''
    if (!wallet.safeParse(address).success || nobody.test(address))
      return context.json(makeFault('recipient', 'It must be an account of the devnet'), 400)
    const units = unitsOf(good, wish.amount)
    if (units === null || units > unitsLimit(good.decimals))
      return context.json(
        makeFault('amount', `Above zero and up to 1000000, with at most ${good.decimals} places`),
        400,
      )
    const purchaseAmount = { amount: wish.amount, currency: good.symbol }
    const order = counter.make({
      kind: 'exchange',
      asset: good.asset,
      units: `${units}`,
      wallet: address,
      purchaseAmount,
      ...(wish.returnUrl === undefined ? {} : { returnUrl: wish.returnUrl }),
    })
    return context.json({ url: `${own()}/exchange/${order.id}`, sessionId: order.id })
  })
  app.get('/api/deposits/:id', (context) => {
    const order = counter.find(context.req.param('id'))
    if (order?.kind !== 'exchange')
      return context.json(makeFault('id', 'There is no such deposit'), 404)
    return context.json({
      status: nameDepositStatus(order),
      ...(order.status === 'done' && order.signed ? { txHash: order.signed.hash } : {}),
    })
  })

  const answerOrder = (context: Context, order: Order | undefined) =>
    order
      ? context.json(viewOf(order))
      : context.json(makeFault('id', 'There is no such order'), 404)
  app.get('/page/:id', (context) => {
    counter.open(context.req.param('id'))
    return answerOrder(context, counter.find(context.req.param('id')))
  })
  const addVerb = <S extends z.ZodType>(
    path: string,
    shape: S,
    run: (id: string, given: z.output<S>) => Fault | undefined,
  ) =>
    app.post(`/page/:id/${path}`, async (context) => {
      const given = await readBody(context, shape)
      if (isFault(given)) return context.json(given, 400)
      const found = run(context.req.param('id') as string, given)
      return found
        ? context.json(found, 400)
        : answerOrder(context, counter.find(context.req.param('id') as string))
    })
  addVerb('pay', cardShape, (id, card) => counter.pay(id, card))
  addVerb('log-in', loginShape, (id, { name, password }) => counter.logIn(id, name, password))
  addVerb('withdraw', z.object({}), (id) => counter.withdraw(id))
  addVerb('answer', answerShape, (id, { isYes }) => counter.answer(id, isYes))
  addVerb('cancel', z.object({}), (id) => counter.cancel(id))
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
 * Whether the Host header names this machine: a foreign host name that resolves here (DNS
 * rebinding) is refused.
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
