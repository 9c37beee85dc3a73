import { randomBytes } from 'node:crypto'

/** A store that keeps each value for a limited time under a random name, the ticket. */
export interface Tickets<T> {
  issueTicket(value: T): string
  /**
   * Returns the value that is stored under a ticket and keeps it; undefined when the ticket is
   * unknown or has expired.
   */
  see(ticketName: string | null | undefined): T | undefined
  /** Returns the same as `see` and removes the value, so that a ticket is redeemed only once. */
  redeemTicket(ticketName: string | null | undefined): T | undefined
}

const maxTickets = 10_000

/** Creates a store of tickets. @param lifeMs - milliseconds after which each value expires */
export function openTickets<T>(lifeMs: number, now: () => number = Date.now): Tickets<T> {
  const ticketEntries = new Map<string, { readonly thing: T; readonly until: number }>()
  const findValue = (ticketName: string | null | undefined) => {
    const ticketEntry = ticketEntries.get(ticketName ?? '')
    return ticketEntry && ticketEntry.until > now() ? ticketEntry.thing : undefined
  }
  return {
    issueTicket(value) {
      const ticketName = randomBytes(24).toString('base64url')
      ticketEntries.set(ticketName, { thing: value, until: now() + lifeMs })
      const [oldest] = ticketEntries.keys()
      if (ticketEntries.size > maxTickets && oldest !== undefined) ticketEntries.delete(oldest)
      return ticketName
    },
    see: findValue,
    redeemTicket(ticketName) {
      const value = findValue(ticketName)
      ticketEntries.delete(ticketName ?? '')
      return value
    },
  }
}
