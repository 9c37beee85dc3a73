import type { ChainId } from '../caip/ids.ts'
import { isChainId } from '../caip/ids.ts'
import { answerLimits } from './limit.ts'
import { isAbsentOr, isListOf, isRecord, isText } from './shape.ts'

/** Answer of `GET /v1/supported-chains`. */
export interface SupportedChains {
  /** CAIP-2 ids served over HTTP. */
  readonly http: readonly ChainId[]
  /** CAIP-2 ids served over WebSocket. */
  readonly ws: readonly ChainId[]
  /** Latchkey's addition: the operator's name zone, when one is configured. */
  readonly names?: NameZone | null
}

/** A zone in which visitors can register names. */
export interface NameZone {
  /** Ending of the names, such as `latchkey.eth`. */
  readonly zone: string
  /** Maximum number of names per address. */
  readonly perAddress: number
}

/** Pattern of a zone: two labels in lower case, such as `latchkey.eth`. */
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

/** Whether `value` describes a zone of names. */
export function isNameZone(value: unknown): value is NameZone {
  return (
    isRecord(value) &&
    isText(value.zone) &&
    zonePattern.test(value.zone) &&
    Number.isSafeInteger(value.perAddress) &&
    (value.perAddress as number) >= 1
  )
}
