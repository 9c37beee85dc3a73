import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { bodyLimit } from '../http/read-body.ts'

/** A request of Node as a `Request`. Its host is not looked at here: origins are what is checked. */
export function toRequest(parts: {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** Bytes, or what a parser that ran before has made of them. */
  readonly body: unknown
}): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(parts.headers)) {
    for (const one of [value ?? []].flat()) {
      headers.append(name, one)
    }
  }
  // It is not that of what a parser made, nor of the part that was read.
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
 * The bytes of a message, up to a few more than the handler takes. What follows is let go by without
 * being kept: were it left unread, the client would lose the connection before it had the answer.
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
