/**
 * Reads a body of at most `limit` bytes; returns `undefined` when the body is larger, without
 * fetching the rest.
 */
export async function readBounded(
  response: Response | Request,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    return undefined
  }
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    chunks.push(chunk.value)
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}
