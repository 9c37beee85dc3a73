import { readBounded } from '@latchkey/protocol/read-bounded'
import { refuse } from '../errors/siwx-error.ts'

/**
 * The greatest size of a request body, in bytes: room for the longest signature and the text that
 * was signed.
 */
export const bodyLimit = 131_072

/**
 * Reads the fields of a JSON body. At most `bodyLimit` bytes of it are read.
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
