import { readBounded } from '@latchkey/protocol/read-bounded'
import type { HonoRequest } from 'hono'
import { refusal } from '../refuse.ts'

/**
 * Reads the text of a request's body.
 * @param limit - bytes
 * @throws a refusal: 413 when the body is larger
 */
export async function readText(request: HonoRequest, limit: number): Promise<string> {
  const length = Number(request.header('content-length') ?? Number.NaN)
  // Reading the whole body at once is faster, and safe because the HTTP parser enforces the length
  // that `content-length` declares.
  if (length <= limit) return request.text()
  const bytes = length > limit ? undefined : await readBounded(request.raw, limit)
  if (!bytes) throw refusal(413, '', `The body is larger than ${limit} bytes`)
  return new TextDecoder().decode(bytes)
}
