import { followSignal } from '../race-signal.ts'

export interface RaceOptions {
  readonly signal?: AbortSignal | undefined
  readonly isFinal: (error: unknown) => boolean
  /**
   * Milliseconds without an answer after which the next address is asked too. Without this option,
   * the next address is asked only after a failure.
   */
  readonly slowMs?: number | undefined
  /** Called when an address has failed, or has not answered in time. */
  readonly onFailure: (url: string) => void
  /** Called when an address has answered in time. */
  readonly onAnswer: (url: string) => void
}

/**
 * Asks addresses one after the other. The first answer counts and aborts all other requests.
 * @throws the first error for which `isFinal` is true, else the last error
 */
export function firstAnswer<T>(
  urls: readonly string[],
  askUrl: (url: string, signal: AbortSignal) => Promise<T>,
  { signal, isFinal, slowMs, onFailure, onAnswer }: RaceOptions,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controllers: AbortController[] = []
    const slowUrls = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let pendingCount = 0
    const endRace = (settle: () => void): void => {
      clearTimeout(timer)
      settle()
      for (const controller of controllers) {
        controller.abort()
      }
    }
    const askNext = (last?: unknown): void => {
      clearTimeout(timer)
      const url = urls[controllers.length]
      if (url === undefined) {
        if (pendingCount === 0) endRace(() => reject(last))
        return
      }
      const controller = followSignal(signal)
      controllers.push(controller)
      pendingCount++
      if (slowMs !== undefined && controllers.length < urls.length)
        timer = setTimeout(() => {
          slowUrls.add(url)
          onFailure(url)
          askNext()
        }, slowMs)
      askUrl(url, controller.signal).then(
        (answer) => {
          if (!slowUrls.has(url)) onAnswer(url)
          endRace(() => resolve(answer))
        },
        (error) => {
          pendingCount--
          if (isFinal(error)) return endRace(() => reject(error))
          onFailure(url)
          askNext(error)
        },
      )
    }
    askNext()
  })
}
