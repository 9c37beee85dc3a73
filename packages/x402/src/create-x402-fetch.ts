import type { Kit } from '@latchkey/core'
import { type AssetId, inWords, isAssetId, LatchkeyError } from '@latchkey/protocol'
import type { AskVisitor, Payment, PaymentLimits } from './contract.ts'

/** A function with the parameters and the result of `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Returns a `fetch` that pays. When a server answers 402 and asks for an x402 payment, the
 * connected account signs an authorization of the token (EIP-3009), and the request is sent once
 * more with it. Nothing is signed for a token that `limit` does not list, for more than its limits,
 * or without the visitor's permission, and no request is paid for twice. What was signed and sent
 * counts as spent, whatever the server answers. A 402 answer that asks for no x402 payment is
 * returned unchanged. The code that pays is loaded with the first 402 answer.
 * @throws `config-invalid` at once, when `limit` is wrong; the returned function rejects with
 *   `payment-unsupported`, `payment-above-limit`, `not-connected`, `insufficient-funds`,
 *   `user-rejected`, `request-expired`, `switch-rejected`, the code of a node's error, or the error
 *   of `fetch` itself
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
    // A `Request` is copied before it is sent, because its body can be sent only once.
    const isRequest = input instanceof Request
    const requestCopy = isRequest ? input.clone() : input
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
        return send(requestCopy, { ...init, headers })
      },
    }
    const pay = async (): Promise<Response> => {
      const { payAnswer } = await import('./pay/pay-answer.ts')
      return payAnswer(kit, response, request, options)
    }
    try {
      return await inWords(pay())
    } catch (error) {
      // An aborted `fetch` rejects with the signal's reason, and so does this one.
      signal?.throwIfAborted()
      throw error
    }
  }
}

export declare namespace createX402Fetch {
  type Options = {
    /** The tokens that payments may use, by CAIP-19 id, with their limits in base units. */
    readonly limit: PaymentLimits
    /**
     * Shows a payment to the visitor and returns the answer. By default only the wallet's own
     * window asks the visitor.
     */
    readonly ask?: AskVisitor | undefined
    /**
     * Describes a payment in the account's activity, in the page's language; default an English
     * sentence with amount and host.
     */
    readonly describe?: ((payment: Payment) => string) | undefined
    /** The function that sends the requests; default the page's `fetch`. */
    readonly fetch?: Fetch | undefined
  }
}

/** @throws `config-invalid` when a limit is missing or malformed */
function checkLimits(limit: unknown): void {
  const entries = typeof limit === 'object' && limit !== null ? Object.entries(limit) : []
  const isUnits = (value: unknown): boolean => typeof value === 'bigint' && value >= 0n
  const wrongEntry = entries.find(
    ([asset, one]) => !isErc20(asset) || !isUnits(one?.perRequest) || !isUnits(one?.total),
  )
  if (entries.length === 0 || wrongEntry)
    throw new LatchkeyError('config-invalid', {
      reason: wrongEntry ? `limit[${wrongEntry[0].slice(0, 100)}]` : 'limit lists no token',
      fix: "Write { 'eip155:8453/erc20:0x…': { perRequest: 10_000n, total: 1_000_000n } }.",
    })
}

function isErc20(asset: string): asset is AssetId {
  return isAssetId(asset) && /^eip155:\d+\/erc20:0x[0-9a-fA-F]{40}$/.test(asset)
}

/** The reason why a request cannot be sent a second time; undefined when it can. */
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
  // A redirect may lead to another site, which must not get a payment that was meant for the first.
  const hasLeftOrigin =
    response.redirected && URL.canParse(asked) && new URL(asked).origin !== originOf(response.url)
  return hasLeftOrigin ? `the request was led on to ${originOf(response.url)}` : undefined
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

/** The form of a URL that visitors are shown: without user name, password and fragment. */
function readableAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  return url.origin + url.pathname + url.search
}
