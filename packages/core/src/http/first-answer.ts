import { followSignal } from '../race-signal.ts'

export interface Race {
  readonly signal?: AbortSignal | undefined
  readonly isFinal: (error: unknown) => boolean
  /**
   * Milliseconds without an answer after which the next address is asked too; without it the next
   * one is asked only after a failure.
   */
  readonly slowMs?: number | undefined
  /** Called when an address has failed, or has not answered in time. */
  readonly onLapse: (url: string) => void
  /** Called when an address has answered in time. */
  readonly onAnswer: (url: string) => void
}

/**
 * Asks addresses one after the other; the first answer aborts all others.
 * @throws the error that is final, else the last one
 */
export function firstAnswer<T>(
  urls: readonly string[],
  run: (url: string, signal: AbortSignal) => Promise<T>,
  { signal, isFinal, slowMs, onLapse, onAnswer }: Race,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const begun: AbortController[] = []
    const slow = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let open = 0
    const endRace = (tell: () => void): void => {
      clearTimeout(timer)
      tell()
      for (const controller of begun) {
        controller.abort()
      }
    }
    const askNext = (last?: unknown): void => {
      clearTimeout(timer)
      const url = urls[begun.length]
      if (url === undefined) {
        if (open === 0) endRace(() => reject(last))
        return
      }
      const controller = followSignal(signal)
      begun.push(controller)
      open++
      if (slowMs !== undefined && begun.length < urls.length)
        timer = setTimeout(() => {
          slow.add(url)
          onLapse(url)
          askNext()
        }, slowMs)
      run(url, controller.signal).then(
        (answer) => {
          if (!slow.has(url)) onAnswer(url)
          endRace(() => resolve(answer))
        },
        (error) => {
          open--
          if (isFinal(error)) return endRace(() => reject(error))
          onLapse(url)
          askNext(error)
        },
      )
    }
    askNext()
  })
}
