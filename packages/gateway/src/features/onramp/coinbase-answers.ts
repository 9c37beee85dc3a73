import type {
  ChainId,
  Money,
  OnrampOptions,
  OnrampQuoteAnswer,
  OrderAnswer,
  OrderStatus,
} from '@latchkey/protocol'

type Json = Readonly<Record<string, unknown>>

/**
 * Returns the content of Coinbase's answer, which may have `data` around it: documentation and
 * service differ.
 */
function readBody(answer: unknown): Json {
  const body = asRecord(answer)
  return 'data' in body ? asRecord(body.data) : body
}

/** Reads what Coinbase sells on `chains`; a currency that is sold on none of them is left out. */
export function readCoinbaseOptions(answer: unknown, chains: readonly ChainId[]): OnrampOptions {
  const body = readBody(answer)
  const isServed = (id: unknown): boolean =>
    chains.some((chain) => chain === `eip155:${id}` || chain === id)
  return {
    paymentCurrencies: readList(readField(body, 'payment_currencies')).map((one) => ({
      id: readText(one.id),
      payment_method_limits: readList(readField(one, 'payment_method_limits', 'limits')).map(
        (limit) => ({
          id: readText(limit.id),
          min: readText(limit.min),
          max: readText(limit.max),
        }),
      ),
    })),
    purchaseCurrencies: readList(readField(body, 'purchase_currencies')).flatMap((one) => {
      const networks = readList(one.networks)
        .map((network) => ({
          name: readText(network.name),
          display_name: readText(readField(network, 'display_name')),
          chain_id: readText(readField(network, 'chain_id')),
          contract_address: readText(readField(network, 'contract_address')),
        }))
        .filter(({ chain_id }) => isServed(chain_id))
      return networks.length > 0
        ? [
            {
              id: readText(one.id),
              name: readText(one.name),
              symbol: readText(one.symbol),
              networks,
            },
          ]
        : []
    }),
  }
}

/** Reads Coinbase's quote for a purchase; the caller checks its shape. */
export function readCoinbaseQuote(answer: unknown): OnrampQuoteAnswer {
  const body = readBody(answer)
  return {
    paymentTotal: readMoney(readField(body, 'payment_total')),
    paymentSubtotal: readMoney(readField(body, 'payment_subtotal', 'paymentSubTotal')),
    purchaseAmount: readMoney(readField(body, 'purchase_amount')),
    providerFee: readMoney(readField(body, 'coinbase_fee')),
    networkFee: readMoney(readField(body, 'network_fee')),
    quoteId: readText(readField(body, 'quote_id')),
  }
}

/** Reads the single-use token of a payment session; undefined when there is none. */
export function readCoinbaseToken(answer: unknown): string | undefined {
  const token = readBody(answer).token
  return typeof token === 'string' && /^[\w.~+/=-]{1,500}$/.test(token) ? token : undefined
}

const orderStatuses: Readonly<Record<string, OrderStatus>> = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'paying',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'done',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/**
 * Reads the state of the newest purchase of a payment session; `created` while there is no
 * purchase.
 */
export function readCoinbaseOrder(answer: unknown, id: string): OrderAnswer {
  const [newest] = readList(readBody(answer).transactions)
  if (!newest) return { id, status: 'created' }
  const hash = readText(readField(newest, 'tx_hash'))
  const status = orderStatuses[readText(newest.status)] ?? 'pending'
  return {
    id,
    status,
    ...(/^[\w-]{1,128}$/.test(hash) ? { hash } : {}),
    purchaseAmount: readMoney(readField(newest, 'purchase_amount')),
    paymentTotal: readMoney(readField(newest, 'payment_total')),
  }
}

/**
 * Reads a field such as `payment_total`, whose name may be in snake or camel case, or be one of
 * `others`.
 */
function readField(body: Json, name: string, ...others: readonly string[]): unknown {
  const camelName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const fieldName = [name, camelName, ...others].find((one) => Object.hasOwn(body, one))
  return fieldName === undefined ? undefined : body[fieldName]
}

function readMoney(value: unknown): Money {
  const moneyRecord = asRecord(value)
  return {
    amount: readText(moneyRecord.amount ?? moneyRecord.value),
    currency: readText(moneyRecord.currency),
  }
}

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function readList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.slice(0, 1_000).map(asRecord) : []
}

function readText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
