import { followSignal } from '../race-signal.ts'

export interface Race {
  readonly signal?: AbortSignal | undefined
  readonly isFinal: (error: unknown) => boolean
  /**
   * After so long without an answer the next address is asked beside; without it only when one has
   * failed.
   */
  readonly slowMs?: number | undefined
  /** It has failed, or has not answered in time. */
  readonly onLapse: (url: string) => void
  /** It has answered in time. */
  readonly onAnswer: (url: string) => void
}

/**
 * Asks addresses one after the other; the first answer ends all others.
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
