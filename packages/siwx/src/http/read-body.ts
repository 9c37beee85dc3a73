import { readBounded } from '@latchkey/protocol/read-bounded'
import { refuse } from '../errors/siwx-error.ts'

/** Bytes of the largest body: the longest signature, and a text around it. */
export const bodyLimit = 131_072

/**
 * The fields of a JSON body; no more of it is read than the largest one has.
 * @throws `body-too-large` | `request-invalid`
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const bytes = (await readBounded(request, bodyLimit)) ?? refuse('body-too-large')
  const value = parse(new TextDecoder().decode(bytes))
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isFields ? (value as Record<string, unknown>) : refuse('request-invalid')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
