import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import { type Fields, isAddress, readFields, readText } from '../wire/fields.ts'
import { settlementOf } from '../wire/read-settlement.ts'
import type { Facilitator, Supported, WireRequirements } from './contract.ts'

/** The greatest size of an answer that is read, in bytes. */
const answerLimit = 262_144

/**
 * Returns a facilitator that is called over HTTP.
 * @param url URL below which the routes `verify`, `settle` and `supported` lie.
 * @throws its functions reject with `server-error` when the facilitator cannot be reached, or when
 *   its answer is not one of the protocol
 *
 * @example
 * import { connectFacilitator } from '@latchkey/x402/server'
 *
 * export const facilitator = connectFacilitator('https://facilitator.example/x402')
 */
export function connectFacilitator(
  url: string,
  options: connectFacilitator.Options = {},
): Facilitator {
  const { timeoutMs = 30_000 } = options
  const ask = async (verb: string, body?: object): Promise<Fields> => {
    try {
      const signal = timeLimit(timeoutMs)
      const headers = new Headers(await options.headers?.())
      if (body) headers.set('content-type', 'application/json')
      const response = await fetch(`${url.replace(/\/+$/, '')}/${verb}`, {
        headers,
        signal,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const bytes = await readBounded(response, answerLimit, signal)
      const fields = bytes && readFields(JSON.parse(new TextDecoder().decode(bytes)))
      if (fields) return fields
    } catch (cause) {
      throw new LatchkeyError('server-error', { reason: `the facilitator's ${verb}`, cause })
    }
    return refuse(verb)
  }
  const bodyOf = (paymentPayload: Fields, paymentRequirements: WireRequirements): object => ({
    x402Version: 2,
    paymentPayload,
    paymentRequirements,
  })
  return {
    async verify(payment, requirements) {
      const { isValid, invalidReason, payer } = await ask('verify', bodyOf(payment, requirements))
      if (typeof isValid !== 'boolean') return refuse('verify')
      const reason = readText(invalidReason, 200)
      return {
        isValid,
        ...(reason && { invalidReason: reason }),
        ...(isAddress(payer) && { payer }),
      }
    },
    async settle(payment, requirements) {
      const settlement = settlementOf(await ask('settle', bodyOf(payment, requirements)))
      if (!settlement) return refuse('settle')
      const { success, transaction = '', payer, reason } = settlement
      return {
        success,
        transaction,
        network: requirements.network,
        ...(payer && { payer }),
        ...(reason && { errorReason: reason }),
      }
    },
    async supported() {
      const { kinds, extensions, signers } = await ask('supported')
      if (!Array.isArray(kinds)) return refuse('supported')
      return {
        kinds: kinds.slice(0, 1000).flatMap((kind): Supported['kinds'] => {
          const { x402Version, scheme, network } = readFields(kind) ?? {}
          return typeof x402Version === 'number' &&
            typeof scheme === 'string' &&
            typeof network === 'string'
            ? [{ x402Version, scheme, network: network as ChainId }]
            : []
        }),
        extensions: Array.isArray(extensions) ? extensions.map(String) : [],
        signers: (readFields(signers) ?? {}) as Supported['signers'],
      }
    },
  }
}

export declare namespace connectFacilitator {
  type Options = {
    /** Returns headers for each request, such as the key that the facilitator requires. */
    readonly headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined
    /** Milliseconds after which a request is aborted; default 30,000. */
    readonly timeoutMs?: number | undefined
  }
}

function refuse(verb: string): never {
  throw new LatchkeyError('server-error', {
    reason: `the facilitator's ${verb} answered nothing of the protocol`,
  })
}
