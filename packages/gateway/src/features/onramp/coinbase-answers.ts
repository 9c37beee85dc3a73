import type {
  ChainId,
  Money,
  OnrampOptions,
  OnrampQuoteAnswer,
  OrderAnswer,
  OrderStatus,
} from '@latchkey/protocol'

type Json = Readonly<Record<string, unknown>>

/** The body, with or without `data` around it: documentation and service differ. */
function bodyOf(answer: unknown): Json {
  const body = recordOf(answer)
  return 'data' in body ? recordOf(body.data) : body
}

/** Reads the options on `chains`; a currency that is sold on none of them is left out. */
export function readCoinbaseOptions(answer: unknown, chains: readonly ChainId[]): OnrampOptions {
  const body = bodyOf(answer)
  const isServed = (id: unknown): boolean =>
    chains.some((chain) => chain === `eip155:${id}` || chain === id)
  return {
    paymentCurrencies: listOf(fieldOf(body, 'payment_currencies')).map((one) => ({
      id: textOf(one.id),
      payment_method_limits: listOf(fieldOf(one, 'payment_method_limits', 'limits')).map(
        (limit) => ({
          id: textOf(limit.id),
          min: textOf(limit.min),
          max: textOf(limit.max),
        }),
      ),
    })),
    purchaseCurrencies: listOf(fieldOf(body, 'purchase_currencies')).flatMap((one) => {
      const networks = listOf(one.networks)
        .map((network) => ({
          name: textOf(network.name),
          display_name: textOf(fieldOf(network, 'display_name')),
          chain_id: textOf(fieldOf(network, 'chain_id')),
          contract_address: textOf(fieldOf(network, 'contract_address')),
        }))
        .filter(({ chain_id }) => isServed(chain_id))
      return networks.length > 0
        ? [{ id: textOf(one.id), name: textOf(one.name), symbol: textOf(one.symbol), networks }]
        : []
    }),
  }
}

/** Reads an offer; the caller checks its shape. */
export function readCoinbaseQuote(answer: unknown): OnrampQuoteAnswer {
  const body = bodyOf(answer)
  return {
    paymentTotal: moneyOf(fieldOf(body, 'payment_total')),
    paymentSubtotal: moneyOf(fieldOf(body, 'payment_subtotal', 'paymentSubTotal')),
    purchaseAmount: moneyOf(fieldOf(body, 'purchase_amount')),
    providerFee: moneyOf(fieldOf(body, 'coinbase_fee')),
    networkFee: moneyOf(fieldOf(body, 'network_fee')),
    quoteId: textOf(fieldOf(body, 'quote_id')),
  }
}

/** Reads the single-use token of a session; undefined when there is none. */
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

/** Reads the state of the newest purchase of a session; `created` while there is none. */
export function readCoinbaseOrder(answer: unknown, id: string): OrderAnswer {
  const [newest] = listOf(bodyOf(answer).transactions)
  if (!newest) return { id, status: 'created' }
  const hash = textOf(fieldOf(newest, 'tx_hash'))
  const status = statuses[textOf(newest.status)] ?? 'pending'
  return {
    id,
    status,
    ...(/^[\w-]{1,128}$/.test(hash) ? { hash } : {}),
    purchaseAmount: moneyOf(fieldOf(newest, 'purchase_amount')),
    paymentTotal: moneyOf(fieldOf(newest, 'payment_total')),
  }
}

/** Reads `payment_total` or `paymentTotal`, or another name of the field. */
function fieldOf(body: Json, name: string, ...others: readonly string[]): unknown {
  const camelName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const found = [name, camelName, ...others].find((one) => Object.hasOwn(body, one))
  return found === undefined ? undefined : body[found]
}

function moneyOf(value: unknown): Money {
  const one = recordOf(value)
  return { amount: textOf(one.amount ?? one.value), currency: textOf(one.currency) }
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.slice(0, 1_000).map(recordOf) : []
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
