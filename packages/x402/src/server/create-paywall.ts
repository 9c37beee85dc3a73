import { type AssetId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { TokenDomain } from '../wire/authorization.ts'
import { decodeJson, encodeJson } from '../wire/encode-json.ts'
import {
  type Address,
  type Fields,
  headerLimit,
  isAddress,
  isEvmChain,
  isSameAddress,
  readFields,
} from '../wire/fields.ts'
import { type Claims, createClaims } from './claims.ts'
import type { Facilitator, SettleResult, WireRequirements } from './contract.ts'
import { readPayment, type SignedPayment } from './read-payment.ts'

/** Answers a request once it is paid for; `serve` makes the answer that is sold. */
export type Paywall = (
  request: Request,
  serve: () => Response | Promise<Response>,
) => Promise<Response>

/**
 * Creates a paywall: a function that answers 402 with a price, and, to a request that carries a
 * payment, what is sold. The payment is checked first, then `serve` runs, then the payment is
 * settled, and only then the answer leaves; an answer of `serve` from 400 on costs nothing. One
 * payment buys one answer.
 * @throws `config-invalid` at once
 *
 * @example
 * import { connectFacilitator, createPaywall } from '@latchkey/x402/server'
 *
 * const paywall = createPaywall({
 *   payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
 *   price: 10_000n, // 0.01 USDC
 *   asset: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *   domain: { name: 'USD Coin', version: '2' },
 *   facilitator: connectFacilitator('https://facilitator.example'),
 * })
 *
 * export const answer = (request: Request) =>
 *   paywall(request, () => Response.json({ report: 'sunny' }))
 */
export function createPaywall(options: createPaywall.Options): Paywall {
  const requirements = requirementsOf(options)
  const { facilitator, description, mimeType, claims = createClaims() } = options

  const ask = (request: Request, error: string, settled?: SettleResult): Response => {
    const resource = {
      url: request.url,
      ...(description && { description }),
      ...(mimeType && { mimeType }),
    }
    const question = { x402Version: 2, error, resource, accepts: [requirements] }
    const headers = new Headers({ 'PAYMENT-REQUIRED': encodeJson(question) })
    if (settled) headers.set('PAYMENT-RESPONSE', encodeJson(settled))
    headers.set('Cache-Control', 'no-store')
    return expose(Response.json({ error }, { status: 402, headers }))
  }
  const unreachable = (): Response =>
    Response.json({ error: 'the payment cannot be checked now' }, { status: 502 })

  return async (request, serve) => {
    const header = request.headers.get('payment-signature')
    if (header === null) return ask(request, 'PAYMENT-SIGNATURE header is required')
    const fields = readFields(decodeJson(header, headerLimit))
    const payment = readPayment(fields)
    if (!fields || !payment) return ask(request, 'invalid_payload')
    if (!isFor(payment.accepted, requirements))
      return ask(request, 'No matching payment requirements')
    const id = idOf(payment, requirements)
    if (!(await claims.take(id, Number(payment.authorization.validBefore) * 1000)))
      return ask(request, 'invalid_exact_evm_nonce_already_used')
    const progress = { isSettling: false }
    try {
      const verdict = await facilitator.verify(fields, requirements).catch(() => undefined)
      if (!verdict) return unreachable()
      if (!verdict.isValid) return ask(request, verdict.invalidReason ?? 'invalid_payload')
      const answer = await serve()
      if (answer.status >= 400) return answer
      progress.isSettling = true
      const settled = await facilitator.settle(fields, requirements).catch(() => undefined)
      if (settled?.success) return withReceipt(answer, settled)
      answer.body?.cancel().catch(() => {})
      return settled
        ? ask(request, settled.errorReason ?? 'settlement failed', settled)
        : unreachable()
    } finally {
      // What was handed over to be settled may be on its way: it buys nothing a second time.
      if (!progress.isSettling) await claims.release(id)
    }
  }
}

export declare namespace createPaywall {
  type Options = {
    /** Address that is paid. */
    readonly payTo: Address
    /** What one answer costs, in base units of the token. */
    readonly price: bigint
    /** CAIP-19 id of the token, which must know EIP-3009; its chain is the network. */
    readonly asset: AssetId
    /** Name and version of the token in the domain of its signatures (EIP-712). */
    readonly domain: TokenDomain
    /** What checks and settles payments: `connectFacilitator(url)` or `createFacilitator(…)`. */
    readonly facilitator: Facilitator
    /** What is sold, for the visitor. */
    readonly description?: string | undefined
    /** Media type of what is sold. */
    readonly mimeType?: string | undefined
    /** Seconds that a payment must hold; default 60. */
    readonly timeoutSeconds?: number | undefined
    /** Which payments were used; default in the memory of this process. */
    readonly claims?: Claims | undefined
  }
}

/** @throws `config-invalid` */
function requirementsOf({
  payTo,
  price,
  asset,
  domain,
  timeoutSeconds = 60,
}: createPaywall.Options): WireRequirements {
  const network = chainOf(asset)
  const token = asset.slice(`${network}/erc20:`.length)
  const wrong =
    (!isAddress(payTo) && 'payTo') ||
    (!(typeof price === 'bigint' && price > 0n) && 'price') ||
    (!(isEvmChain(network) && isAddress(token) && asset === `${network}/erc20:${token}`) &&
      'asset') ||
    (!(domain?.name && domain.version) && 'domain') ||
    (!(Number.isInteger(timeoutSeconds) && timeoutSeconds > 0) && 'timeoutSeconds')
  if (wrong || !isAddress(token)) throw new LatchkeyError('config-invalid', { reason: `${wrong}` })
  return {
    scheme: 'exact',
    network,
    asset: token,
    amount: String(price),
    payTo,
    maxTimeoutSeconds: timeoutSeconds,
    extra: { name: domain.name, version: domain.version },
  }
}

/** Whether a payer accepted exactly these requirements. */
function isFor(accepted: Fields, required: WireRequirements): boolean {
  const isSame = (name: 'asset' | 'payTo'): boolean =>
    isSameAddress(String(accepted[name]), required[name])
  return (
    accepted.scheme === required.scheme &&
    accepted.network === required.network &&
    accepted.amount === required.amount &&
    accepted.maxTimeoutSeconds === required.maxTimeoutSeconds &&
    isSame('asset') &&
    isSame('payTo')
  )
}

/** Names a payment: a token takes each nonce of a payer once. */
function idOf({ authorization }: SignedPayment, { network, asset }: WireRequirements): string {
  return [network, asset, authorization.from, authorization.nonce].join(' ').toLowerCase()
}

function withReceipt(answer: Response, settled: SettleResult): Response {
  const paid = new Response(answer.body, answer)
  paid.headers.set('PAYMENT-RESPONSE', encodeJson(settled))
  // An answer that one visitor paid for must not be kept for others.
  if (!/private|no-store/i.test(paid.headers.get('Cache-Control') ?? ''))
    paid.headers.set('Cache-Control', 'private')
  return expose(paid)
}

/** Lets pages of other origins read the protocol's headers. */
function expose(response: Response): Response {
  response.headers.append('Access-Control-Expose-Headers', 'PAYMENT-REQUIRED, PAYMENT-RESPONSE')
  return response
}
