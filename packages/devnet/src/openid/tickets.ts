import { randomBytes } from 'node:crypto'

/** Things that are handed out under a random name for a while. */
export interface Tickets<T> {
  give(thing: T): string
  /** The thing, as long as it lives. */
  see(name: string | null | undefined): T | undefined
  /** The thing, for the last time. */
  take(name: string | null | undefined): T | undefined
}

const most = 10_000

/** @param lifeMs - how long each lives */
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
