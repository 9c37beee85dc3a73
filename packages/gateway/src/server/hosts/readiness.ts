import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** The state of one dependency of the gateway. */
type ComponentState = 'ok' | 'failing' | 'full'

/** Decides whether this replica should receive requests. */
export interface Readiness {
  read(): Promise<{
    readonly isReady: boolean
    readonly status: string
    readonly parts: Readonly<Record<string, ComponentState>>
  }>
  /** Reports from now on that the replica is not ready, whatever the state of its dependencies. */
  startDraining(): void
}

/**
 * Returns the state of a dependency, or throws. `full` is reported but does not make the replica
 * unready, because outside clients could fill the relay on purpose.
 */
type Check = () => ComponentState | Promise<ComponentState>

const checkTimeoutMs = 2_000
const resultKeptMs = 1_000
const minFreeBytes = 67_108_864

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
    found: undefined as Promise<[string, ComponentState][]> | undefined,
  }
  const runningChecks = new Map<string, Promise<ComponentState>>()
  /**
   * A check that has not ended is not started again: with a probe every second, hanging checks
   * would use up the connection pool.
   */
  const startCheck = (name: string, check: Check): Promise<ComponentState> => {
    const runningCheck =
      runningChecks.get(name) ??
      Promise.resolve()
        .then(check)
        .catch(() => 'failing' as const)
        .finally(() => runningChecks.delete(name))
    runningChecks.set(name, runningCheck)
    return runningCheck
  }
  const runChecks = (): Promise<[string, ComponentState][]> =>
    Promise.all(
      Object.entries(checks).map(
        async ([name, check]) =>
          [name, await inTime(startCheck(name, check))] as [string, ComponentState],
      ),
    )
  return {
    async read() {
      if (!state.found || now() - state.at >= resultKeptMs)
        Object.assign(state, { at: now(), found: runChecks() })
      const componentStates = Object.fromEntries((await state.found) ?? [])
      const combinedState = Object.values(componentStates).includes('failing') ? 'failing' : 'ready'
      const status = state.isDraining ? 'draining' : combinedState
      return { isReady: status === 'ready', status, parts: componentStates }
    },
    startDraining() {
      state.isDraining = true
    },
  }
}

/** Checks whether the volume of a folder has free space. */
export async function checkDisk(
  folder: string,
  readStats: (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize'>> = statfs,
): Promise<ComponentState> {
  const { bavail, bsize } = await readStats(folder)
  return bavail * bsize < minFreeBytes ? 'failing' : 'ok'
}

async function inTime(answer: Promise<ComponentState>): Promise<ComponentState> {
  const timer: { at?: NodeJS.Timeout } = {}
  const timeout = new Promise<ComponentState>((resolve) => {
    timer.at = setTimeout(() => resolve('failing'), checkTimeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer.at)
  }
}
