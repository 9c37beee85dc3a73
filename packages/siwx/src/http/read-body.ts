import { refuse } from '../errors/siwx-error.ts'

/** Bytes of the largest body: the longest signature, and a text around it. */
export const bodyLimit = 131_072

/**
 * The fields of a JSON body; no more of it is read than the largest one has.
 * @throws `body-too-large` | `request-invalid`
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit) refuse('body-too-large')
  const chunks: Uint8Array[] = []
  const reader = request.body?.getReader()
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > bodyLimit) {
      await reader.cancel()
      refuse('body-too-large')
    }
    chunks.push(value)
  }
  const value = parse(await new Blob(chunks as BlobPart[]).text())
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
