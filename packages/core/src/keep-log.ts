import { logBufferBytes } from '@latchkey/protocol'
import type { Stop } from './contract/stop.ts'
import type { KitEvent } from './machine/event.ts'
import type { Kit } from './machine/kit.ts'
import { watchNotes } from './machine/note.ts'

export interface Log {
  /** The kept log lines, oldest first: one JSON object per line, about one megabyte at most. */
  read(): string
  stop: Stop
}

/**
 * The fields of an event that the log keeps; all others (addresses, hashes, links, messages of a
 * wallet or server) may be private.
 */
const loggedFields = ['attempt', 'namespace', 'chain', 'reason', 'isLocked', 'path'] as const
const encoder = new TextEncoder()

/**
 * Logs the events of a kit, so that a problem can be investigated later: names of events,
 * connectors, networks and codes, with their times. The oldest lines are deleted when the log is
 * full. The log is neither sent nor stored.
 */
export function keepLog(kit: Kit): Log {
  const lines: { readonly text: string; readonly bytes: number }[] = []
  let bytes = 0
  const keepLine = (entry: object): void => {
    const text = `${JSON.stringify(entry)}\n`
    const line = { text, bytes: encoder.encode(text).length }
    lines.push(line)
    bytes += line.bytes
    while (bytes > logBufferBytes) {
      bytes -= lines.shift()?.bytes ?? bytes
    }
  }
  const cleanups = [
    kit.watch((event) => keepLine(logEntryOf(event))),
    watchNotes(kit, (entry) => keepLine(logEntryOf(entry))),
  ]
  return {
    read: () => lines.map(({ text }) => text).join(''),
    stop: () => {
      for (const stop of cleanups) {
        stop()
      }
    },
  }
}

function logEntryOf(event: KitEvent | { readonly type: string }): object {
  const entry = event as Readonly<Record<string, unknown>>
  const {
    connector,
    error,
    transaction,
    id = (transaction as { readonly id?: unknown } | undefined)?.id,
  } = entry
  const name =
    typeof connector === 'object' ? (connector as { readonly id: unknown } | null)?.id : connector
  return {
    at: new Date().toISOString(),
    type: event.type,
    connector: name,
    transaction: id,
    code: (error as { readonly code?: unknown } | undefined)?.code,
    ...Object.fromEntries(
      loggedFields.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]])),
    ),
  }
}
