import type { OperatorTailEvent } from '@latchkey/protocol'

/** A message of the live view. */
export type TailMessage =
  | { readonly type: 'event'; readonly event: OperatorTailEvent }
  | { readonly type: 'dropped'; readonly count: number }

/** Longest message; a longer one is invalid. */
const limit = 1_000_000

/** Reads Server-Sent Events from a body until its end; malformed ones are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<TailMessage> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  const state = { text: '' }
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (state.text + value).split('\n\n')
      state.text = parts.pop() ?? ''
      if (state.text.length > limit) return
      for (const part of parts) {
        const message = readMessage(part)
        if (message) yield message
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readMessage(block: string): TailMessage | undefined {
  const readField = (name: string): string =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? ''
  try {
    if (readField('event') === 'dropped')
      return { type: 'dropped', count: Number(readField('data')) || 0 }
    if (readField('event') !== 'event') return undefined
    const event: unknown = JSON.parse(readField('data'))
    return isTailEvent(event) ? { type: 'event', event } : undefined
  } catch {
    return undefined
  }
}

function isTailEvent(value: unknown): value is OperatorTailEvent {
  const one = value as Partial<OperatorTailEvent> | null
  return (
    typeof one?.id === 'string' &&
    typeof one.at === 'number' &&
    typeof one.event === 'string' &&
    typeof one.domain === 'string' &&
    typeof one.properties === 'object'
  )
}
