import { boundedCache } from '../base/bounded-cache.ts'
import { refusal } from '../base/refuse.ts'
import { tokenBucket } from '../base/token-bucket.ts'
import type { Project, ProjectStore } from './project-store.ts'

/** A project store that can also list its projects. */
export interface ListingStore extends ProjectStore {
  /** Ids of all open projects. */
  listIds(): Promise<ReadonlySet<string>>
}

const maxKnownProjects = 1_000
const freshForMs = 5_000
/** Milliseconds that a cached project stays valid while the database is unreachable. */
const staleMs = 3_600_000
/**
 * Milliseconds that a look-up waits for the database: `lookUpTimeoutMs` for a cached project,
 * `longLookUpTimeoutMs` for an unknown one.
 */
const lookUpTimeoutMs = 1_000
const longLookUpTimeoutMs = 5_000
/**
 * Milliseconds after a failure of the database during which cached projects are used without a
 * query.
 */
const failurePauseMs = 2_000

/**
 * Caches projects: they change seldom, and every call needs one. While the database is unreachable
 * the last known project stays valid for an hour. Unknown ids have their own cache, so they
 * displace no real project. When many unknown ids arrive, they are checked against one list of all
 * ids, without a query each.
 * @param now - milliseconds of a monotonic clock
 */
export function rememberedProjects(
  store: ListingStore,
  now: () => number = () => performance.now(),
): ProjectStore {
  const knownProjects = new Map<string, { readonly project: Project; readonly at: number }>()
  const unknownIds = boundedCache<true>(10_000, freshForMs, now)
  const runningLookUps = new Map<string, Promise<Project | undefined>>()
  const unknownIdBucket = tokenBucket({ capacity: 50, refillPerSecond: 10 }, now)
  const listedIds = boundedCache<ReadonlySet<string>>(1, freshForMs, now)
  const state = { restsUntil: 0, listing: undefined as Promise<ReadonlySet<string>> | undefined }

  const askStore = (id: string): Promise<Project | undefined> => {
    const currentLookUp =
      runningLookUps.get(id) ??
      store
        .find(id)
        .then((project) => {
          knownProjects.delete(id)
          if (project) knownProjects.set(id, { project, at: now() })
          else unknownIds.set(id, true)
          const oldest =
            knownProjects.size > maxKnownProjects ? knownProjects.keys().next().value : undefined
          if (oldest !== undefined) knownProjects.delete(oldest)
          return project
        })
        .catch((error: unknown) => {
          state.restsUntil = now() + failurePauseMs
          throw error
        })
        .finally(() => runningLookUps.delete(id))
    runningLookUps.set(id, currentLookUp)
    return currentLookUp
  }
  const isListed = async (id: string): Promise<boolean> => {
    const knownIds = listedIds.get('')
    if (knownIds) return knownIds.has(id)
    state.listing ??= store
      .listIds()
      .then((ids) => {
        listedIds.set('', ids)
        return ids
      })
      .finally(() => {
        state.listing = undefined
      })
    return (await awaitWithin(state.listing, longLookUpTimeoutMs)).has(id)
  }

  return {
    async find(id) {
      const rememberedProject = knownProjects.get(id)
      if (rememberedProject && now() - rememberedProject.at < freshForMs)
        return rememberedProject.project
      if (rememberedProject && now() - rememberedProject.at < staleMs) {
        if (now() < state.restsUntil) return rememberedProject.project
        return awaitWithin(askStore(id), lookUpTimeoutMs).catch(() => {
          state.restsUntil = now() + failurePauseMs
          return rememberedProject.project
        })
      }
      if (unknownIds.get(id)) return undefined
      if (unknownIdBucket.take('') > 0 && !(await isListed(id))) return undefined
      return awaitWithin(askStore(id), longLookUpTimeoutMs)
    },
  }
}

/**
 * Awaits an answer of the database.
 * @throws a refusal: 503 when it takes longer than `timeoutMs` milliseconds
 */
async function awaitWithin<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const timer: { at?: NodeJS.Timeout } = {}
  const timeout = new Promise<never>((_, reject) => {
    timer.at = setTimeout(
      () => reject(refusal(503, '', 'The database does not answer at the moment')),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer.at)
    answer.catch(() => undefined)
  }
}
