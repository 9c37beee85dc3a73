import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** How one thing the gateway depends on stands. */
type PartState = 'ok' | 'failing' | 'full'

/** Whether this replica should be given requests. */
export interface Readiness {
  read(): Promise<{
    readonly isReady: boolean
    readonly status: string
    readonly parts: Readonly<Record<string, PartState>>
  }>
  /** From now on it is not ready, whatever the parts say. */
  startDraining(): void
}

/**
 * Answers what stands, or throws. A part that is `full` is told, and takes no replica out:
 * strangers might bring that about.
 */
type Check = () => PartState | Promise<PartState>

const waitMs = 2_000
const keptMs = 1_000
const leastFreeBytes = 67_108_864

/**
 * All parts are asked at once, each for two seconds; what was found is good for one, however many
 * ask.
 * @param now - milliseconds of a clock that nobody sets back
 */
export function makeReadiness(
  checks: Readonly<Record<string, Check>>,
  now: () => number = () => performance.now(),
): Readiness {
  const state = {
    isDraining: false,
    at: Number.NEGATIVE_INFINITY,
    found: undefined as Promise<[string, PartState][]> | undefined,
  }
  const running = new Map<string, Promise<PartState>>()
  /**
   * What hangs is not asked again until it has ended: a probe a second would use up a pool of
   * connections.
   */
  const startCheck = (name: string, check: Check): Promise<PartState> => {
    const asking =
      running.get(name) ??
      Promise.resolve()
        .then(check)
        .catch(() => 'failing' as const)
        .finally(() => running.delete(name))
    running.set(name, asking)
    return asking
  }
  const runChecks = (): Promise<[string, PartState][]> =>
    Promise.all(
      Object.entries(checks).map(
        async ([name, check]) =>
          [name, await inTime(startCheck(name, check))] as [string, PartState],
      ),
    )
  return {
    async read() {
      if (!state.found || now() - state.at >= keptMs)
        Object.assign(state, { at: now(), found: runChecks() })
      const parts = Object.fromEntries((await state.found) ?? [])
      const found = Object.values(parts).includes('failing') ? 'failing' : 'ready'
      const status = state.isDraining ? 'draining' : found
      return { isReady: status === 'ready', status, parts }
    },
    startDraining() {
      state.isDraining = true
    },
  }
}

/** Whether the volume of a folder has room. */
export async function checkDisk(
  folder: string,
  read: (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize'>> = statfs,
): Promise<PartState> {
  const { bavail, bsize } = await read(folder)
  return bavail * bsize < leastFreeBytes ? 'failing' : 'ok'
}

async function inTime(answer: Promise<PartState>): Promise<PartState> {
  const timer: { at?: NodeJS.Timeout } = {}
  const late = new Promise<PartState>((resolve) => {
    timer.at = setTimeout(() => resolve('failing'), waitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer.at)
  }
}
