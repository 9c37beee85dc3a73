/** The behaviours set for a mock wallet: lasting ones, and those of a single request. */
export interface BehaviorQueue<B> {
  /** Sets the behaviour of a method; without a method, of all, and forgets everything before. */
  set(behavior: B, method?: string): void
  /** Adds a behaviour for the next request of a method; without one, for the next prompt. */
  addOnce(behavior: B, method?: string): void
  /** Removes and returns the single behaviour of a request, else returns the lasting one. */
  take(method: string, isPrompt: boolean): B
}

/** Creates the behaviours of a wallet that handles everything by `first`. */
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
