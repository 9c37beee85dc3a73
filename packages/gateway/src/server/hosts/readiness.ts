import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** The state of one dependency of the gateway. */
type PartState = 'ok' | 'failing' | 'full'

/** Decides whether this replica should receive requests. */
export interface Readiness {
  read(): Promise<{
    readonly isReady: boolean
    readonly status: string
    readonly parts: Readonly<Record<string, PartState>>
  }>
  /** Makes the replica permanently not ready, whatever the state of its dependencies. */
  startDraining(): void
}

/**
 * Returns the state of a dependency, or throws. `full` is reported but does not make the replica
 * unready: strangers could cause it.
 */
type Check = () => PartState | Promise<PartState>

const waitMs = 2_000
const keptMs = 1_000
const leastFreeBytes = 67_108_864

/**
 * Checks all dependencies at once, two seconds each; the result is reused for one second, however
 * many probes ask.
 * @param now - milliseconds of a monotonic clock
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
   * A check that hangs is not started again until it ends: a probe every second would use up the
   * connection pool.
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

/** Checks whether the volume of a folder has free space. */
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
