import { LatchkeyError } from '@latchkey/protocol'
import type { CallsCapabilities } from './capabilities.ts'

/** Maximum length of a paymaster service's URL, in characters. */
const maxUrlLength = 2048
/** Maximum length of the JSON of all capabilities of a batch or a call, in characters. */
const maxJsonLength = 65_536
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

/**
 * Checks the capabilities that a page wants, and returns them as the JSON to send to the wallet;
 * undefined when there are none. Throws `rpc-invalid-params`.
 */
export function checkCapabilities(
  capabilities: CallsCapabilities | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (capabilities === undefined) return undefined
  if (!isRecord(capabilities)) return refuse('capabilities')
  const entries = Object.entries(capabilities).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (!isRecord(value)) refuse(name)
    const { optional } = value as { readonly optional?: unknown }
    if (optional !== undefined && typeof optional !== 'boolean') refuse(`${name}.optional`)
    if (name === 'paymasterService') checkPaymaster(value as Readonly<Record<string, unknown>>)
  }
  if (entries.length === 0) return undefined
  return copyJson(Object.fromEntries(entries))
}

/** Names of the capabilities that a wallet must have, because they are not `optional`. */
export function listRequired(
  capabilities: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  return Object.entries(capabilities ?? {})
    .filter(([, value]) => (value as { readonly optional?: unknown }).optional !== true)
    .map(([name]) => name)
}

function checkPaymaster({ url, context }: Readonly<Record<string, unknown>>): void {
  if (typeof url !== 'string' || url.length > maxUrlLength || !isPaymasterUrl(url))
    refuse('paymasterService.url')
  if (context !== undefined && !isRecord(context)) refuse('paymasterService.context')
}

function isPaymasterUrl(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || (protocol === 'http:' && loopbackHost.test(hostname))
  } catch {
    return false
  }
}

/**
 * Writes a value as JSON and reads it again, so that whatever JSON cannot express is refused or
 * dropped here, before the wallet is asked.
 */
function copyJson(value: object): Readonly<Record<string, unknown>> {
  let json: string
  try {
    json = JSON.stringify(value)
  } catch {
    return refuse('they are no JSON')
  }
  if (json.length > maxJsonLength) return refuse(`they are longer than ${maxJsonLength}`)
  return JSON.parse(json)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(what: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason: `capabilities: ${what.slice(0, 100)}` })
}
