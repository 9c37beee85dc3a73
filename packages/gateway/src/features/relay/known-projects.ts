/**
 * The ids of the projects, in memory. A look-up therefore needs no database query, even for ids
 * that a client made up, and the relay keeps working while the database is unreachable.
 */
export interface KnownProjects {
  has(id: string): boolean
  count(): number
  /** Reads the ids again; when that fails the last ones stay. Never rejects. */
  refresh(): Promise<void>
}

/** Reads the ids. @param list - ids of all open projects */
export async function knownProjects(
  list: () => Promise<ReadonlySet<string>>,
): Promise<KnownProjects> {
  const state = {
    ids: new Set() as ReadonlySet<string>,
    reading: undefined as Promise<void> | undefined,
  }
  const readIds = async (): Promise<void> => {
    try {
      state.ids = await list()
    } catch {
      // Other parts of the gateway report that the database is unreachable; here the last ids are
      // still usable.
    }
  }
  const openProjects: KnownProjects = {
    has: (id) => state.ids.has(id),
    count: () => state.ids.size,
    refresh() {
      // No second query is sent while one is still running.
      state.reading ??= readIds().finally(() => {
        state.reading = undefined
      })
      return state.reading
    },
  }
  await openProjects.refresh()
  return openProjects
}
