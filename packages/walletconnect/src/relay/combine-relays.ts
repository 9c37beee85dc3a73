import type { Relay } from '../contract.ts'

/**
 * Combines several relays: each gets every message, and one that accepts it is enough. Throws the
 * first relay's error when none does.
 */
export function combineRelays(relays: readonly Relay[]): Relay {
  const awaitFirstSuccess = async (calls: readonly Promise<void>[]): Promise<void> => {
    try {
      await Promise.any(calls)
    } catch (error) {
      throw (error as Partial<AggregateError>).errors?.[0] ?? error
    }
  }
  return {
    url: '',
    subscribe: (topics, signal) =>
      awaitFirstSuccess(relays.map((relay) => relay.subscribe(topics, signal))),
    unsubscribe(topics) {
      for (const relay of relays) {
        relay.unsubscribe(topics)
      }
    },
    publish: (publication, signal) =>
      awaitFirstSuccess(relays.map((relay) => relay.publish(publication, signal))),
    propose: (parameters, signal) =>
      awaitFirstSuccess(relays.map((relay) => relay.propose(parameters, signal))),
    approve: (parameters, signal) =>
      awaitFirstSuccess(relays.map((relay) => relay.approve(parameters, signal))),
    // Closing does nothing here, because the code that opened the single relays closes them.
    close: () => {},
  }
}
