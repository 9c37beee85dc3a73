import { boundedCache } from '../base/bounded-cache.ts'
import { refusal } from '../base/refuse.ts'
import { tokenBucket } from '../base/token-bucket.ts'
import type { Project, ProjectStore } from './project-store.ts'

/** A project store that can also list its projects. */
export interface ListingStore extends ProjectStore {
  /** Ids of all open projects. */
  listIds(): Promise<ReadonlySet<string>>
}

const mostKnown = 1_000
const freshMs = 5_000
/** Milliseconds that the last known project stays valid while the database is unreachable. */
const staleMs = 3_600_000
/** Milliseconds that a call waits for the database, for a known project and for an unknown one. */
const waitMs = 1_000
const longWaitMs = 5_000
/** Milliseconds without queries after the database failed, when a cached project exists. */
const restMs = 2_000

/**
 * Caches projects: they change seldom, and every call needs one. While the database is unreachable
 * the last known project stays valid for an hour. Unknown ids have their own cache, so they
 * displace no real project. When many arrive, they are checked against one list of all ids, without
 * a query each.
 * @param now - milliseconds of a monotonic clock
 */
export function rememberedProjects(
  store: ListingStore,
  now: () => number = () => performance.now(),
): ProjectStore {
  const known = new Map<string, { readonly project: Project; readonly at: number }>()
  const unknown = boundedCache<true>(10_000, freshMs, now)
  const running = new Map<string, Promise<Project | undefined>>()
  const strangers = tokenBucket({ capacity: 50, refillPerSecond: 10 }, now)
  const listed = boundedCache<ReadonlySet<string>>(1, freshMs, now)
  const state = { restsUntil: 0, listing: undefined as Promise<ReadonlySet<string>> | undefined }

  const askStore = (id: string): Promise<Project | undefined> => {
    const asking =
      running.get(id) ??
      store
        .find(id)
        .then((project) => {
          known.delete(id)
          if (project) known.set(id, { project, at: now() })
          else unknown.set(id, true)
          const oldest = known.size > mostKnown ? known.keys().next().value : undefined
          if (oldest !== undefined) known.delete(oldest)
          return project
        })
        .catch((error: unknown) => {
          state.restsUntil = now() + restMs
          throw error
        })
        .finally(() => running.delete(id))
    running.set(id, asking)
    return asking
  }
  const isListed = async (id: string): Promise<boolean> => {
    const known = listed.get('')
    if (known) return known.has(id)
    state.listing ??= store
      .listIds()
      .then((ids) => {
        listed.set('', ids)
        return ids
      })
      .finally(() => {
        state.listing = undefined
      })
    return (await awaitWithin(state.listing, longWaitMs)).has(id)
  }

  return {
    async find(id) {
      const last = known.get(id)
      if (last && now() - last.at < freshMs) return last.project
      if (last && now() - last.at < staleMs) {
        if (now() < state.restsUntil) return last.project
        return awaitWithin(askStore(id), waitMs).catch(() => {
          state.restsUntil = now() + restMs
          return last.project
        })
      }
      if (unknown.get(id)) return undefined
      if (strangers.take('') > 0 && !(await isListed(id))) return undefined
      return awaitWithin(askStore(id), longWaitMs)
    },
  }
}

/**
 * Awaits an answer.
 * @throws a refusal: 503 when it takes longer than `ms` milliseconds
 */
async function awaitWithin<T>(answer: Promise<T>, ms: number): Promise<T> {
  const timer: { at?: NodeJS.Timeout } = {}
  const late = new Promise<never>((_, reject) => {
    timer.at = setTimeout(
      () => reject(refusal(503, '', 'The database does not answer at the moment')),
      ms,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer.at)
    answer.catch(() => undefined)
  }
}
