import {
  type ErrorCode,
  hasCode,
  LatchkeyError,
  labelPattern,
  type NameZone,
} from '@latchkey/protocol'
import { supportedChains } from '../gateway/supported-chains.ts'
import type { Kit } from '../machine/kit.ts'

const gatewayErrorCodes: readonly ErrorCode[] = [
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-answer-invalid',
  'gateway-refused',
  'server-error',
]

/**
 * The zone of names that the gateway's operator registers; undefined without a gateway, or when the
 * gateway keeps no names.
 * @throws what the gateway's client throws
 */
export async function nameZone(kit: Kit, signal?: AbortSignal): Promise<NameZone | undefined> {
  return kit.options.gateway ? (await supportedChains(kit, signal)).names : undefined
}

/** Returns the first label of a name, in lower case; undefined when the name is not in the zone. */
export function labelInZone(zone: string, name: string): string | undefined {
  const text = name.toLowerCase()
  return text.endsWith(`.${zone}`) ? text.slice(0, -zone.length - 1) : undefined
}

/**
 * Whether a label may be registered as a name. Labels with hyphens in the third and fourth place
 * are reserved (ENSIP-15).
 */
export function isLabel(label: string): boolean {
  return labelPattern.test(label) && !/^..--/.test(label)
}

/**
 * Makes the error of a failed call about a name. Errors of the gateway (`gatewayErrorCodes`) and
 * errors without a code get the code `code`; an error with any other code, such as `aborted`, is
 * returned unchanged.
 */
export function zoneFailure(code: ErrorCode, cause: unknown): LatchkeyError {
  if (hasCode(cause) && !gatewayErrorCodes.includes(cause.code)) return cause
  const text = hasCode(cause) ? cause.shortMessage : cause instanceof Error && cause.message
  const reason = typeof text === 'string' ? text.slice(0, 500) : undefined
  return new LatchkeyError(code, { cause, ...(reason && { reason }) })
}
