/**
 * The behaviours that a test has set for a mock wallet: for all later requests, or for a single
 * one.
 */
export interface BehaviorQueue<B> {
  /**
   * Sets the behaviour for all later requests of a method; without a method, for all requests, and
   * removes every behaviour set before.
   */
  set(behavior: B, method?: string): void
  /**
   * Adds a behaviour for the next request of a method; without a method, for the next request that
   * would show a prompt.
   */
  addOnce(behavior: B, method?: string): void
  /**
   * Removes and returns the behaviour set for the next request alone; without one, returns the
   * behaviour set for all.
   */
  take(method: string, isPrompt: boolean): B
}

/**
 * Creates the behaviours of a mock wallet; `first` applies to every request until a test sets
 * another.
 */
export function openBehaviors<B>(first: B): BehaviorQueue<B> {
  const byMethod = new Map<string, B>()
  const once: { readonly behavior: B; readonly method: string | undefined }[] = []
  const lasting = { everything: first }
  return {
    set(behavior, method) {
      if (method) return void byMethod.set(method, behavior)
      byMethod.clear()
      once.length = 0
      lasting.everything = behavior
    },
    addOnce: (behavior, method) => void once.push({ behavior, method }),
    take(method, isPrompt) {
      const index = once.findIndex((entry) =>
        entry.method === undefined ? isPrompt : entry.method === method,
      )
      const [single] = index < 0 ? [] : once.splice(index, 1)
      return single ? single.behavior : (byMethod.get(method) ?? lasting.everything)
    },
  }
}
