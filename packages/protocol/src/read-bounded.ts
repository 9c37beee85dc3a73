import { race } from './race.ts'

/**
 * Reads the body of a request or a response if it has at most `limit` bytes. Resolves to
 * `undefined` when it is larger, without fetching the rest.
 * @param body - the request or response, whose body must not have been read yet
 * @param limit - the greatest size of the body, in bytes
 * @param signal - when it aborts, reading ends and the connection is closed. Pass the signal of the
 *   request here too: with `redirect: 'error'`, `fetch` of Node 20 and 22 no longer listens to it
 *   once the headers have arrived and garbage has been collected, so that half an answer would be
 *   waited for without end.
 * @throws `aborted` when the signal aborts, and whatever reading the body throws
 */
export async function readBounded(
  { headers, body }: Response | Request,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(headers.get('content-length') ?? 0) > limit) {
    await body?.cancel()
    return undefined
  }
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readChunk(reader, signal)
    if (done) break
    size += value.length
    if (size > limit) {
      // Cancelling a clone's stream resolves only when the original is cancelled too, so it is not
      // awaited.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array<ArrayBuffer>) : join(chunks, size)
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal | undefined,
) {
  try {
    return await race(() => reader.read(), signal)
  } catch (error) {
    reader.cancel(error).catch(() => undefined)
    throw error
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
