import { describe, expect, test } from 'vitest'
import { readEvents, type TailMessage } from './read-events.ts'

const event = {
  id: 'a',
  at: 1,
  event: 'MODAL_OPEN',
  domain: 'x',
  visit: null,
  account: null,
  properties: { a: 'b\n\nc' },
}

function bodyOf(...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      }
      controller.close()
    },
  })
}

async function all(body: ReadableStream<Uint8Array>): Promise<TailMessage[]> {
  const read: TailMessage[] = []
  for await (const message of readEvents(body)) {
    read.push(message)
  }
  return read
}

describe('readEvents', () => {
  test('default', async () => {
    const text = `: open\n\nevent: event\ndata: ${JSON.stringify(event)}\n\nevent: dropped\ndata: 4\n\n`
    expect(await all(bodyOf(text))).toEqual([
      { type: 'event', event },
      { type: 'dropped', count: 4 },
    ])
  })

  test('behavior: pieces end anywhere, in the middle of a letter too', async () => {
    const bytes = new TextEncoder().encode(
      `event: event\ndata: ${JSON.stringify({ ...event, domain: 'käse.example' })}\n\n`,
    )
    const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]))
    expect(await all(bodyOf(...pieces))).toMatchObject([{ event: { domain: 'käse.example' } }])
  })

  test('behavior: what is of another shape, or no JSON, is left out', async () => {
    const blocks = [
      'event: event\ndata: {"id":1}\n\n',
      'event: event\ndata: {\n\n',
      'event: event\ndata: null\n\n',
      'x\n\n',
    ]
    expect(
      await all(bodyOf(...blocks, `event: event\ndata: ${JSON.stringify(event)}\n\n`)),
    ).toHaveLength(1)
  })

  test('behavior: what never ends is not kept', async () => {
    const good = `event: event\ndata: ${JSON.stringify(event)}\n\n`
    const half = 'x'.repeat(600_000)
    expect(await all(bodyOf(good, `data: ${half}`, half, `\n\n${good}`))).toHaveLength(1)
  })

  test('behavior: a broken connection is an error', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError('cut')),
    })
    await expect(all(broken)).rejects.toThrow('cut')
  })
})
