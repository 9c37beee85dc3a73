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

/** Answers a request once it is paid for. `serve` makes the answer that is sold. */
export type Paywall = (
  request: Request,
  serve: () => Response | Promise<Response>,
) => Promise<Response>

/**
 * Creates a paywall: a function that answers a request without a payment with 402 and the price,
 * and a request with a valid payment with what is sold. The payment is verified first; then `serve`
 * runs, then the payment is settled, and only then the answer is sent. An answer of `serve` with a
 * status of 400 or more costs nothing. One payment buys one answer.
 * @throws `config-invalid` at once, when an option is wrong
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
      // A payment whose settlement was begun may reach the chain, so its claim is kept and it buys
      // nothing again.
      if (!progress.isSettling) await claims.release(id)
    }
  }
}

export declare namespace createPaywall {
  type Options = {
    /** Address that receives the payments. */
    readonly payTo: Address
    /** Price of one answer, in base units of the token. */
    readonly price: bigint
    /** CAIP-19 id of the token, which must support EIP-3009. Payments are made on its chain. */
    readonly asset: AssetId
    /** Name and version of the token in the domain of its signatures (EIP-712). */
    readonly domain: TokenDomain
    /** Verifies and settles payments: `connectFacilitator(url)` or `createFacilitator(…)`. */
    readonly facilitator: Facilitator
    /** Description of what is sold, which visitors are shown. */
    readonly description?: string | undefined
    /** Media type of what is sold. */
    readonly mimeType?: string | undefined
    /** Seconds for which a payment must be valid; default 60. */
    readonly timeoutSeconds?: number | undefined
    /** Keeps which payments were used; default in the memory of this process. */
    readonly claims?: Claims | undefined
  }
}

/** @throws `config-invalid` with the name of the option that is wrong */
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

/** Whether the payer accepted exactly the requirements of this paywall. */
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

/** The id of a payment: each nonce of a payer can be used only once for a token. */
function idOf({ authorization }: SignedPayment, { network, asset }: WireRequirements): string {
  return [network, asset, authorization.from, authorization.nonce].join(' ').toLowerCase()
}

function withReceipt(answer: Response, settled: SettleResult): Response {
  const paid = new Response(answer.body, answer)
  paid.headers.set('PAYMENT-RESPONSE', encodeJson(settled))
  // Caches must not give an answer that one visitor paid for to others.
  if (!/private|no-store/i.test(paid.headers.get('Cache-Control') ?? ''))
    paid.headers.set('Cache-Control', 'private')
  return expose(paid)
}

/** Lets pages on other origins read the protocol's response headers. */
function expose(response: Response): Response {
  response.headers.append('Access-Control-Expose-Headers', 'PAYMENT-REQUIRED, PAYMENT-RESPONSE')
  return response
}
