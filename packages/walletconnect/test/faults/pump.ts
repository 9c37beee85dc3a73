import { vi } from 'vitest'

const stepMs = 100
const ciphers = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'deriveBits',
  'deriveKey',
] as const
const keys = ['generateKey', 'importKey', 'exportKey'] as const

/**
 * Virtual clock, and a count of ciphers under way: they work beside the loop, and no virtual time
 * may pass meanwhile. Promises and `setImmediate` stay real.
 */
export function startClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  boundTimers()
  const { subtle } = globalThis.crypto
  for (const name of [...ciphers, ...keys]) {
    const run = (subtle[name] as (...args: unknown[]) => Promise<unknown>).bind(subtle)
    vi.spyOn(subtle, name).mockImplementation(((...args: unknown[]) => {
      const under = run(...args)
      underWay.add(under)
      const leave = (): void => void underWay.delete(under)
      under.then(leave, leave)
      return under
    }) as never)
  }
}

/** Far more timers than any cell sets at one moment of the turned clock. */
const mostAtOnce = 20_000

/**
 * What sets timers of no time without end would stop the clock, and with it the run: no limit of a
 * test could end it.
 */
function boundTimers(): void {
  const set = globalThis.setTimeout
  const held = { at: 0, count: 0 }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    ...all: Parameters<typeof setTimeout>
  ) => {
    const now = Date.now()
    held.count = held.at === now ? held.count + 1 : 0
    held.at = now
    if (held.count > mostAtOnce) throw new Error(`timers are set without end at ${now}`)
    return set(...all)
  }) as typeof setTimeout)
}

export function stopClock(): void {
  vi.restoreAllMocks()
  vi.useRealTimers()
}

const mostRealMs = 20_000
const underWay = new Set<Promise<unknown>>()

/** Lets what needs no time come to its end. */
export async function breathe(): Promise<void> {
  const start = performance.now()
  for (let idle = 0; idle < 6; idle = underWay.size > 0 ? 0 : idle + 1) {
    await new Promise((resolve) => setImmediate(resolve))
    // By the real clock: a cipher takes less than a millisecond.
    if (performance.now() - start > mostRealMs)
      throw new Error(`${underWay.size} ciphers have no end`)
  }
}

/** Lets virtual time pass until `work` has ended; throws when that takes longer than `limitMs`. */
export async function pump<T>(work: Promise<T>, limitMs = 900_000): Promise<T> {
  const state = { isOver: false }
  const end = (): void => {
    state.isOver = true
  }
  work.then(end, end)
  await pumpUntil(() => state.isOver, limitMs)
  return work
}

/** Lets virtual time pass until `find` finds something. */
export async function pumpUntil<T>(
  find: () => T | undefined | false,
  limitMs = 900_000,
): Promise<T> {
  for (let passed = 0; ; passed += stepMs) {
    await breathe()
    const found = find()
    if (found !== undefined && found !== false) return found
    if (passed >= limitMs) throw new Error(`not in ${passed} ms: ${find}`)
    await vi.advanceTimersByTimeAsync(stepMs)
  }
}

/** Lets so much virtual time pass. */
export async function pass(ms: number, step = stepMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await breathe()
    await vi.advanceTimersByTimeAsync(step)
  }
  await breathe()
}
