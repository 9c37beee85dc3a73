import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { invalidAnswer } from './ask/envelope.ts'
import { requestSenders } from './dialect/request-senders.ts'
import { base64OfHex } from './encoding/base64.ts'
import { notPlain, plainCopy } from './encoding/plain-copy.ts'
import type { Shape } from './encoding/shape.ts'
import type { AddressesParams, WalletAddress } from './method/account-methods.ts'
import { type MethodName, methods, type ParamsOf, type ResultOf } from './method/method-map.ts'
import type { Entry } from './wallet/read-registry.ts'

export type { AddressesParams, MethodName, ParamsOf, ResultOf, WalletAddress }

/**
 * Sends one request to one wallet. The request is validated before it is sent, the answer before it
 * is returned.
 * @param entry - the chosen wallet; no other wallet is asked
 * @param params - amounts are bigint base units
 * @throws LatchkeyError `rpc-invalid-params` for an invalid request, `aborted`,
 *   `wallet-answer-invalid`, `wallet-method-unsupported`, or the code of the wallet's error
 */
export async function request<M extends MethodName>(
  entry: Pick<Entry, 'provider' | 'manner'>,
  method: M,
  params: ParamsOf<M>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ResultOf<M>> {
  checkRequest(method, params)
  const { signal } = options
  const answer = await race(
    () => requestSenders[entry.manner](entry.provider, method, params),
    signal,
  )
  const result = answer === undefined ? null : plainCopy(answer)
  const resultShape = methods[method].result as Shape<unknown>
  const normalized = result === notPlain ? result : normalizeAnswer(result)
  const fault = normalized === notPlain ? 'is no plain data' : resultShape(normalized, 'result')
  if (fault) throw invalidAnswer(`${method}: ${fault}`)
  return normalized as ResultOf<M>
}

/**
 * Validates a request.
 * @throws `rpc-invalid-params` for one with a wrong shape or beyond the size limits
 */
export function checkRequest<M extends MethodName>(method: M, params: ParamsOf<M>): void {
  if (!Object.hasOwn(methods, method))
    throw new LatchkeyError('rpc-method-not-found', { reason: `no method ${method}` })
  const paramsShape = methods[method].params as Shape<unknown>
  const fault = paramsShape(params, 'params')
  if (fault) throw new LatchkeyError('rpc-invalid-params', { reason: `${method}: ${fault}` })
}

/**
 * Returns the addresses in an event of a wallet; undefined when there are none or they are invalid.
 */
export function readAddresses(payload: unknown): readonly WalletAddress[] | undefined {
  const normalized = normalizeAnswer(payload)
  const shape = methods.getAddresses.result as Shape<unknown>
  return shape(normalized, 'payload')
    ? undefined
    : (normalized as ResultOf<'getAddresses'>).addresses
}

/**
 * Brings a wallet's answer into a common form, because wallets differ: `txId` for `txid`, a PSBT in
 * hex, null for a missing field.
 */
function normalizeAnswer(result: unknown): unknown {
  if (Array.isArray(result)) return withoutNulls(result)
  if (typeof result !== 'object' || result === null) return result
  const { txId, hex, psbt, txid, ...otherFields } = withoutNulls(result) as Record<string, unknown>
  const id = txid ?? txId
  const signedPsbt = psbt ?? (typeof hex === 'string' ? base64OfHex(hex) : hex)
  return {
    ...otherFields,
    ...(id !== undefined && { txid: id }),
    ...(signedPsbt !== undefined && { psbt: signedPsbt }),
  }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const nonNullEntries = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(nonNullEntries.map(([key, item]) => [key, withoutNulls(item)]))
}
