import { randomBytes } from 'node:crypto'

/** Values that are stored under a random name for a limited time. */
export interface Tickets<T> {
  give(value: T): string
  /** Returns the value while it is stored. */
  see(name: string | null | undefined): T | undefined
  /** Returns the value and removes it. */
  take(name: string | null | undefined): T | undefined
}

const maxTickets = 10_000

/** Creates a store. @param lifeMs - lifetime of each value in milliseconds */
export function openTickets<T>(lifeMs: number, now: () => number = Date.now): Tickets<T> {
  const ticketEntries = new Map<string, { readonly thing: T; readonly until: number }>()
  const findThing = (name: string | null | undefined) => {
    const ticketEntry = ticketEntries.get(name ?? '')
    return ticketEntry && ticketEntry.until > now() ? ticketEntry.thing : undefined
  }
  return {
    give(value) {
      const name = randomBytes(24).toString('base64url')
      ticketEntries.set(name, { thing: value, until: now() + lifeMs })
      const [oldest] = ticketEntries.keys()
      if (ticketEntries.size > maxTickets && oldest !== undefined) ticketEntries.delete(oldest)
      return name
    },
    see: findThing,
    take(name) {
      const value = findThing(name)
      ticketEntries.delete(name ?? '')
      return value
    },
  }
}
