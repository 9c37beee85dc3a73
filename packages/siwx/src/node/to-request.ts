import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { bodyLimit } from '../http/read-body.ts'

/**
 * Converts a request of Node to a `Request`. The host in its URL is a placeholder, because the
 * handler checks origins and not hosts.
 */
export function toRequest(parts: {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The bytes of the body, or the value that a body parser made of them before. */
  readonly body: unknown
}): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(parts.headers)) {
    for (const one of [value ?? []].flat()) {
      headers.append(name, one)
    }
  }
  // The length in the header is wrong when a body parser or a size limit has changed the body.
  headers.delete('content-length')
  const hasBody = parts.method !== 'GET' && parts.method !== 'HEAD'
  const isPlain = typeof parts.body === 'string' || parts.body instanceof Uint8Array
  const body = isPlain ? (parts.body as BodyInit) : JSON.stringify(parts.body)
  return new Request(new URL(parts.path, 'http://localhost'), {
    method: parts.method,
    headers,
    ...(hasBody && { body }),
  })
}

/**
 * Reads the bytes of a message until it ends or exceeds the handler's limit. The bytes after that
 * are received and dropped: if they were left unread, the connection would be closed before the
 * client had read the answer.
 */
export function readMessage(message: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const read = { size: 0 }
    const finish = (): void => resolve(Buffer.concat(chunks))
    message.on('data', (chunk: Uint8Array) => {
      if (read.size > bodyLimit) return
      read.size += chunk.length
      chunks.push(chunk)
      if (read.size > bodyLimit) finish()
    })
    message.once('end', finish)
    message.once('error', reject)
    message.once('close', finish)
  })
}
