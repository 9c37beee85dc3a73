import { fallbackPollMs } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

/**
 * When an address last failed, or kept its callers waiting; in the kit's memory, gone with the
 * page.
 */
type Lapses = Map<string, number>

const key = 'lapses'

function lapsesOf(kit: Kit): Lapses | undefined {
  return kit.memory.get(key) as Lapses | undefined
}

/** It has failed, or has not answered in time. */
export function keepLapse(kit: Kit, place: string): void {
  kit.memory.set(key, (lapsesOf(kit) ?? new Map()).set(place, Date.now()))
}

/** It has answered in time. */
export function forgiveLapse(kit: Kit, place: string): void {
  lapsesOf(kit)?.delete(place)
}

/** The owner's order, but those that lapsed last. */
export function byLapses(
  kit: Kit,
  urls: readonly string[],
  placeOf: (url: string) => string,
): readonly string[] {
  const isFit = (url: string): boolean => !lapsesOf(kit)?.has(placeOf(url))
  return [...urls.filter(isFit), ...urls.filter((url) => !isFit(url))]
}

/**
 * Those that lapsed and may be tried again: each every four seconds at most, and only beside a call
 * that is made anyway.
 */
export function takeDue(
  kit: Kit,
  urls: readonly string[],
  placeOf: (url: string) => string,
): readonly string[] {
  const now = Date.now()
  const due = urls.filter(
    (url) => now - (lapsesOf(kit)?.get(placeOf(url)) ?? now) >= fallbackPollMs,
  )
  for (const url of due) {
    keepLapse(kit, placeOf(url))
  }
  return due
}

/** Hosts of a gateway are one place each, whatever is asked there. */
export function originOf(url: string): string {
  return new URL(url).origin
}
