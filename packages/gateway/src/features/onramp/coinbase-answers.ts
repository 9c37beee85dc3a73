import type {
  ChainId,
  Money,
  OnrampOptions,
  OnrampQuoteAnswer,
  OrderAnswer,
  OrderStatus,
} from '@latchkey/protocol'

type Json = Readonly<Record<string, unknown>>

/** The body, with or without the `data` around it; documentation and service differ. */
function bodyOf(answer: unknown): Json {
  const body = record(answer)
  return 'data' in body ? record(body.data) : body
}

/** What is sold, on `chains` only; a currency that can be had on none of them is left out. */
export function readCoinbaseOptions(answer: unknown, chains: readonly ChainId[]): OnrampOptions {
  const body = bodyOf(answer)
  const served = (id: unknown): boolean =>
    chains.some((chain) => chain === `eip155:${id}` || chain === id)
  return {
    paymentCurrencies: list(field(body, 'payment_currencies')).map((one) => ({
      id: text(one.id),
      payment_method_limits: list(field(one, 'payment_method_limits', 'limits')).map((limit) => ({
        id: text(limit.id),
        min: text(limit.min),
        max: text(limit.max),
      })),
    })),
    purchaseCurrencies: list(field(body, 'purchase_currencies')).flatMap((one) => {
      const networks = list(one.networks)
        .map((network) => ({
          name: text(network.name),
          display_name: text(field(network, 'display_name')),
          chain_id: text(field(network, 'chain_id')),
          contract_address: text(field(network, 'contract_address')),
        }))
        .filter(({ chain_id }) => served(chain_id))
      return networks.length > 0
        ? [{ id: text(one.id), name: text(one.name), symbol: text(one.symbol), networks }]
        : []
    }),
  }
}

/** An offer; its shape is checked by who asked. */
export function readCoinbaseQuote(answer: unknown): OnrampQuoteAnswer {
  const body = bodyOf(answer)
  return {
    paymentTotal: money(field(body, 'payment_total')),
    paymentSubtotal: money(field(body, 'payment_subtotal', 'paymentSubTotal')),
    purchaseAmount: money(field(body, 'purchase_amount')),
    providerFee: money(field(body, 'coinbase_fee')),
    networkFee: money(field(body, 'network_fee')),
    quoteId: text(field(body, 'quote_id')),
  }
}

/** The single-use token of a session; undefined where there is none. */
export function readCoinbaseToken(answer: unknown): string | undefined {
  const token = bodyOf(answer).token
  return typeof token === 'string' && /^[\w.~+/=-]{1,500}$/.test(token) ? token : undefined
}

const statuses: Readonly<Record<string, OrderStatus>> = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'paying',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'done',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/** How the newest purchase of a session went; `created` while there is none. */
export function readCoinbaseOrder(answer: unknown, id: string): OrderAnswer {
  const [newest] = list(bodyOf(answer).transactions)
  if (!newest) return { id, status: 'created' }
  const hash = text(field(newest, 'tx_hash'))
  const status = statuses[text(newest.status)] ?? 'pending'
  return {
    id,
    status,
    ...(/^[\w-]{1,128}$/.test(hash) ? { hash } : {}),
    purchaseAmount: money(field(newest, 'purchase_amount')),
    paymentTotal: money(field(newest, 'payment_total')),
  }
}

/** `payment_total` or `paymentTotal`, or another name it goes by. */
function field(body: Json, name: string, ...others: readonly string[]): unknown {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const found = [name, camel, ...others].find((one) => Object.hasOwn(body, one))
  return found === undefined ? undefined : body[found]
}

function money(value: unknown): Money {
  const one = record(value)
  return { amount: text(one.amount ?? one.value), currency: text(one.currency) }
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.slice(0, 1_000).map(record) : []
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
