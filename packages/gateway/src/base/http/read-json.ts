import type { z } from 'zod'
import { refusal } from '../refuse.ts'

/**
 * Parses the body of a request in the given shape.
 * @throws a refusal: 400, whose reason names the first wrong field
 */
export function readJson<T extends z.ZodType>(text: string, shape: T): z.output<T> {
  const parsedValue = shape.safeParse(parseText(text))
  if (parsedValue.success) return parsedValue.data
  const { path, message } = parsedValue.error.issues[0] ?? { path: [], message: '' }
  throw refusal(400, String(path[0] ?? ''), `${path.join('.') || 'the body'}: ${message}`)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(400, '', 'The body is not JSON')
  }
}
