import type { ChainId } from '../caip/ids.ts'
import { isChainId } from '../caip/ids.ts'
import { answerLimits } from './limit.ts'
import { isAbsentOr, isListOf, isRecord, isText } from './shape.ts'

/** Answer of `GET /v1/supported-chains`. */
export interface SupportedChains {
  /** CAIP-2 ids of the chains that the gateway serves over HTTP. */
  readonly http: readonly ChainId[]
  /** CAIP-2 ids of the chains that the gateway serves over WebSocket. */
  readonly ws: readonly ChainId[]
  /**
   * An addition of Latchkey to the gateway's protocol: the zone in which the operator registers
   * names, when one is configured.
   */
  readonly names?: NameZone | null
}

/** A zone of names, such as `latchkey.eth`, in which visitors can register names. */
export interface NameZone {
  /** Ending of all names in the zone, such as `latchkey.eth`. */
  readonly zone: string
  /** Maximum number of names that one address may register. */
  readonly perAddress: number
}

/** Pattern of a name zone: two labels in lower case, such as `latchkey.eth`. */
export const zonePattern: RegExp = /^[a-z\d-]{1,63}\.[a-z\d-]{1,63}$/

/** Whether `value` is an answer of `GET /v1/supported-chains`. */
export function isSupportedChains(value: unknown): value is SupportedChains {
  return (
    isRecord(value) &&
    isListOf(value.http, answerLimits.chains, isChainId) &&
    isListOf(value.ws, answerLimits.chains, isChainId) &&
    isAbsentOr(value.names, isNameZone)
  )
}

/** Whether `value` describes a zone in which names can be registered. */
export function isNameZone(value: unknown): value is NameZone {
  return (
    isRecord(value) &&
    isText(value.zone) &&
    zonePattern.test(value.zone) &&
    Number.isSafeInteger(value.perAddress) &&
    (value.perAddress as number) >= 1
  )
}
