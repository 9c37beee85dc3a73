import type { HonoRequest } from 'hono'
import { refusal } from '../refuse.ts'
import { readBounded } from './read-bounded.ts'

/**
 * The text of a request's body.
 * @param limit - bytes
 * @throws a refusal: 413 when it is larger
 */
export async function readText(request: HonoRequest, limit: number): Promise<string> {
  const length = Number(request.header('content-length') ?? Number.NaN)
  // A stated length is enforced by HTTP itself, and reading at once is quicker.
  if (length <= limit) return request.text()
  const bytes = length > limit ? undefined : await readBounded(request.raw, limit)
  if (!bytes) throw refusal(413, '', `The body is larger than ${limit} bytes`)
  return new TextDecoder().decode(bytes)
}
