import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { applyEvent, type Order, type OrderEvent } from './order.ts'

/** The journal of all orders. Each event is written to disk before it has any consequence. */
export interface Journal {
  get(id: string): Order | undefined
  all(): readonly Order[]
  /**
   * Records an event and returns the new state; undefined when it changes nothing or the order is
   * unknown.
   */
  addEvent(id: string, event: OrderEvent): Order | undefined
  close(): void
}

interface JournalLine {
  readonly id: string
  readonly at: number
  readonly event: OrderEvent
}

/**
 * Opens the journal of a folder: one JSON document per line, appended and flushed (`fsync`) before
 * `add` returns. An incomplete last line, left by a crash, is removed: its event has had no
 * consequences yet.
 */
export function openJournal(folder: string, now: () => number = Date.now): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'orders.jsonl')
  const orders = new Map<string, Order>()
  const applyLine = ({ id, at, event }: JournalLine): Order | undefined => {
    const knownOrder = orders.get(id)
    const changedOrder =
      event.type === 'created'
        ? (knownOrder ?? event.order)
        : knownOrder && applyEvent(knownOrder, event, at)
    if (!changedOrder || changedOrder === knownOrder) return undefined
    orders.set(id, changedOrder)
    return changedOrder
  }
  if (existsSync(path)) {
    const bytes = readFileSync(path)
    const completeLength = bytes.lastIndexOf(10) + 1
    if (completeLength < bytes.length) truncateSync(path, completeLength)
    for (const text of bytes.subarray(0, completeLength).toString().split('\n')) {
      if (text) applyLine(JSON.parse(text) as JournalLine)
    }
  }
  const file = openSync(path, 'a', 0o600)
  return {
    get: (id) => orders.get(id),
    all: () => [...orders.values()],
    addEvent(id, event) {
      const knownOrder = orders.get(id)
      const line = { id, at: now(), event }
      const hasEffect =
        event.type === 'created'
          ? !knownOrder
          : knownOrder && applyEvent(knownOrder, event, line.at) !== knownOrder
      if (!hasEffect) return undefined
      writeSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
      return applyLine(line)
    },
    close: () => closeSync(file),
  }
}
