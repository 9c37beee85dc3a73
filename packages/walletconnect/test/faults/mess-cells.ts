import type { MockRelay } from '@latchkey/testing'

export interface Mess {
  readonly name: string
  /** Starts the mess; the answer ends it. */
  begin(relay: MockRelay): () => void
}

const messMs = 14_000

const fault = (name: string, fields: Partial<MockRelay['faults']>, lasts = 600_000): Mess => ({
  name,
  begin(relay) {
    const before = { ...relay.faults }
    const end = (): void => void Object.assign(relay.faults, before)
    Object.assign(relay.faults, fields)
    const timer = setTimeout(end, lasts)
    return () => {
      clearTimeout(timer)
      end()
    }
  },
})

const onEach = (name: string, act: (relay: MockRelay, topic: string) => void): Mess => ({
  name,
  begin(relay) {
    const state = { isActing: false }
    return relay.onFrame((direction) => {
      const [topic = 'a'.repeat(64)] = relay.getTopics()
      if (direction === 'in' || state.isActing) return
      state.isActing = true
      act(relay, topic)
      state.isActing = false
    })
  },
})

const foreign: readonly unknown[] = [
  '',
  'null',
  '[]',
  '{',
  '{"id":1}',
  '{"id":1,"jsonrpc":"2.0","result":true}',
  '{"id":"1","jsonrpc":"2.0","error":{}}',
  '{"id":1,"jsonrpc":"2.0","method":"irn_subscription"}',
  '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":1,"message":2}}}',
  '{"id":1,"jsonrpc":"2.0","method":"irn_elsewhere","params":{}}',
  new ArrayBuffer(8),
]

/**
 * What is wrong with the frames between a relay and its clients; none of it is noticed by anybody.
 */
export const messes: readonly Mess[] = [
  fault('duplicated', { duplicate: true }),
  fault('delayed', { delayMs: 5000 }),
  fault('reordered', { reorder: true, delayMs: 200 }),
  fault('reordered and duplicated', { reorder: true, duplicate: true, delayMs: 50 }),
  fault('with numeric ids', { numericIds: true }),
  {
    name: 'truncated for a while',
    begin(relay) {
      relay.faults.truncate = true
      const end = (): void => {
        if (!relay.faults.truncate) return
        relay.faults.truncate = false
        // What could not be read was not acknowledged: it lies in the mailbox for the next socket.
        relay.cut()
      }
      const timer = setTimeout(end, messMs)
      return () => {
        clearTimeout(timer)
        end()
      }
    },
  },
  fault('answers lost for a while', { dropAnswers: true }, messMs),
  fault('receipts lost', { dropAcks: true }),
  {
    name: 'receipts lost, sockets too',
    begin(relay) {
      const end = fault('', { dropAcks: true }).begin(relay)
      const timer = setInterval(() => relay.cut(), 3000)
      return () => {
        clearInterval(timer)
        end()
      }
    },
  },
  onEach('among foreign ones', (relay) => {
    for (const data of foreign) {
      relay.foreign(data)
    }
  }),
  onEach('among messages of strangers', (relay, topic) => {
    for (const message of ['AAAA', 'AQ==', '%%%', 'Ag==', btoa('0'.repeat(60))]) {
      queueMicrotask(() => relay.publish({ topic, message, tag: 1108 }))
    }
  }),
  onEach('among oversized ones', (relay, topic) => relay.oversize(topic)),
  fault('refused for a while', { error: { code: -32000, message: 'try later' } }, 1500),
]
