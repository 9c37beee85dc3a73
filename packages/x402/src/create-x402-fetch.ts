import type { Kit } from '@latchkey/core'
import { type AssetId, inWords, isAssetId, LatchkeyError } from '@latchkey/protocol'
import type { AskVisitor, Payment, PaymentLimits } from './contract.ts'

/** A function that is called as `fetch` is. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Returns a `fetch` that pays: when a server answers 402 and asks for an x402 payment, the connected
 * account signs an authorization of the token (EIP-3009) and the request is sent once more with it.
 * Nothing is signed for a token that `limit` does not list, above its limit, or that the visitor does
 * not allow; no request is paid for twice. What was signed and sent counts as spent, whatever the
 * server answers. A 402 that does not ask by x402 is returned as it is. The code that pays is loaded
 * by the first 402.
 * @throws `config-invalid` at once; the returned function rejects with `payment-unsupported`,
 *   `payment-above-limit`, `not-connected`, `insufficient-funds`, `user-rejected`,
 *   `request-expired`, `switch-rejected`, what a node's error means, or what `fetch` itself rejects with
 *
 * @example
 * import { createKit } from '@latchkey/core'
 * import { chain, evm } from '@latchkey/evm'
 * import { createX402Fetch, paymentOf } from '@latchkey/x402'
 * import { base } from 'viem/chains'
 *
 * const kit = createKit({ adapters: [evm({ chains: [chain(base, { rpcUrls: ['https://rpc.example'] })] })] })
 * const fetchPaid = createX402Fetch(kit, {
 *   limit: {
 *     // 0.01 USDC a request, 1 USDC in all.
 *     'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': { perRequest: 10_000n, total: 1_000_000n },
 *   },
 *   ask: ({ symbol, resource }) => window.confirm(`Pay in ${symbol} for ${resource}?`),
 * })
 *
 * export async function readReport() {
 *   const response = await fetchPaid('https://api.example/report')
 *   console.log(paymentOf(response)?.transaction)
 *   return response.json()
 * }
 */
export function createX402Fetch(kit: Kit, options: createX402Fetch.Options): Fetch {
  checkLimits(options.limit)
  return async (input, init) => {
    const send = options.fetch ?? globalThis.fetch
    // A request with a body is copied before it is sent, because sending it uses it up.
    const isRequest = input instanceof Request
    const again = isRequest ? input.clone() : input
    const response = await send(input, init)
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined))
    const isPaid = headers.has('payment-signature') || headers.has('x-payment')
    if (response.status !== 402 || isPaid) return response
    const signal = init?.signal ?? (isRequest ? input.signal : undefined)
    const asked = isRequest ? input.url : String(input)
    const request = {
      resource: readableAddress(response.url || asked),
      obstacle: obstacleOf(response, asked, init?.body),
      signal: signal ?? undefined,
      send: (name: string, value: string) => {
        headers.set(name, value)
        return send(again, { ...init, headers })
      },
    }
    const pay = async (): Promise<Response> => {
      const { payAnswer } = await import('./pay/pay-answer.ts')
      return payAnswer(kit, response, request, options)
    }
    try {
      return await inWords(pay())
    } catch (error) {
      // An aborted `fetch` rejects with the signal's reason; this one does too.
      signal?.throwIfAborted()
      throw error
    }
  }
}

export declare namespace createX402Fetch {
  type Options = {
    /** The tokens that may be paid with, by CAIP-19 id, with their limits in base units. */
    readonly limit: PaymentLimits
    /**
     * Shows a payment to the visitor and answers whether it is made; default: the wallet's own
     * window is the only question.
     */
    readonly ask?: AskVisitor | undefined
    /**
     * What the account's activity says of a payment, in the page's language; default an English
     * sentence with amount and host.
     */
    readonly describe?: ((payment: Payment) => string) | undefined
    /** What sends the requests; default the page's `fetch`. */
    readonly fetch?: Fetch | undefined
  }
}

/** @throws `config-invalid` when a limit is not what it must be */
function checkLimits(limit: unknown): void {
  const entries = typeof limit === 'object' && limit !== null ? Object.entries(limit) : []
  const isUnits = (value: unknown): boolean => typeof value === 'bigint' && value >= 0n
  const wrong = entries.find(
    ([asset, one]) => !isErc20(asset) || !isUnits(one?.perRequest) || !isUnits(one?.total),
  )
  if (entries.length === 0 || wrong)
    throw new LatchkeyError('config-invalid', {
      reason: wrong ? `limit[${wrong[0].slice(0, 100)}]` : 'limit lists no token',
      fix: "Write { 'eip155:8453/erc20:0x…': { perRequest: 10_000n, total: 1_000_000n } }.",
    })
}

function isErc20(asset: string): asset is AssetId {
  return isAssetId(asset) && /^eip155:\d+\/erc20:0x[0-9a-fA-F]{40}$/.test(asset)
}

/** Why a request cannot be sent again; undefined when it can. */
function obstacleOf(
  response: Response,
  asked: string,
  body: RequestInit['body'],
): string | undefined {
  if (
    body instanceof ReadableStream ||
    (typeof body === 'object' && body && Symbol.asyncIterator in body)
  )
    return 'the body of the request is a stream and can be sent only once'
  // A payment for one site must not be led to another.
  const isElsewhere =
    response.redirected && URL.canParse(asked) && new URL(asked).origin !== originOf(response.url)
  return isElsewhere ? `the request was led on to ${originOf(response.url)}` : undefined
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

/** An address as it is shown: without user, password and fragment. */
function readableAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  return url.origin + url.pathname + url.search
}
