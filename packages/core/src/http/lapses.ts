import { fallbackPollMs } from '@latchkey/protocol'
import type { Kit } from '../kit.ts'

/** When an address last failed, or kept its callers waiting; in the kit's memory, gone with the page. */
type Lapses = Map<string, number>

const key = 'lapses'

export function lapsesOf(kit: Kit): Lapses {
  const lapses = (kit.memory.get(key) as Lapses | undefined) ?? new Map()
  kit.memory.set(key, lapses)
  return lapses
}

/** The owner's order, but those that lapsed last. */
export function byLapses(lapses: Lapses, urls: readonly string[], keyOf: (url: string) => string): readonly string[] {
  const isFit = (url: string): boolean => !lapses.has(keyOf(url))
  return [...urls.filter(isFit), ...urls.filter((url) => !isFit(url))]
}

/** Those that lapsed and may be tried again: each every four seconds at most, and only beside a call that is made anyway. */
export function takeDue(lapses: Lapses, urls: readonly string[], keyOf: (url: string) => string): readonly string[] {
  const now = Date.now()
  const due = urls.filter((url) => now - (lapses.get(keyOf(url)) ?? now) >= fallbackPollMs)
  for (const url of due) lapses.set(keyOf(url), now)
  return due
}

/** Hosts of a gateway are one place each, whatever is asked there. */
export function originOf(url: string): string {
  return new URL(url).origin
}
