import type { ChainId } from '../caip.ts'
import { isChainId } from '../caip.ts'
import { answerLimits } from './limit.ts'
import { isListOf, isRecord } from './shape.ts'

/** Answer of `GET /v1/supported-chains` (facts 1.1). */
export interface SupportedChains {
  /** CAIP-2 ids served over HTTP. */
  readonly http: readonly ChainId[]
  /** CAIP-2 ids served over WebSocket. */
  readonly ws: readonly ChainId[]
}

/** Whether `value` is an answer of `GET /v1/supported-chains`. */
export function isSupportedChains(value: unknown): value is SupportedChains {
  return (
    isRecord(value) &&
    isListOf(value.http, answerLimits.chains, isChainId) &&
    isListOf(value.ws, answerLimits.chains, isChainId)
  )
}
