import { randomBytes } from 'node:crypto'

/** A store that keeps each value under a random name for a limited time. */
export interface Tickets<T> {
  issueTicket(value: T): string
  /** Returns the value of a name while it is stored. */
  see(ticketName: string | null | undefined): T | undefined
  /** Returns the value of a name and removes it. */
  redeemTicket(ticketName: string | null | undefined): T | undefined
}

const maxTickets = 10_000

/** Creates a store of tickets. @param lifeMs - lifetime of each value in milliseconds */
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
