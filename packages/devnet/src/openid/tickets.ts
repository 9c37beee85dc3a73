import { randomBytes } from 'node:crypto'

/** Values that are stored under a random name for a limited time. */
export interface Tickets<T> {
  give(thing: T): string
  /** Returns the value while it is stored. */
  see(name: string | null | undefined): T | undefined
  /** Returns the value and removes it. */
  take(name: string | null | undefined): T | undefined
}

const most = 10_000

/** Creates a store. @param lifeMs - lifetime of each value in milliseconds */
export function openTickets<T>(lifeMs: number, now: () => number = Date.now): Tickets<T> {
  const held = new Map<string, { readonly thing: T; readonly until: number }>()
  const findThing = (name: string | null | undefined) => {
    const found = held.get(name ?? '')
    return found && found.until > now() ? found.thing : undefined
  }
  return {
    give(thing) {
      const name = randomBytes(24).toString('base64url')
      held.set(name, { thing, until: now() + lifeMs })
      const [oldest] = held.keys()
      if (held.size > most && oldest !== undefined) held.delete(oldest)
      return name
    },
    see: findThing,
    take(name) {
      const thing = findThing(name)
      held.delete(name ?? '')
      return thing
    },
  }
}
