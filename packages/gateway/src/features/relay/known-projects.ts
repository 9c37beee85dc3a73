/**
 * The ids of all projects, kept in memory. A look-up therefore needs no database query, even for
 * ids that a client made up, and the relay keeps working while the database is unreachable.
 */
export interface KnownProjects {
  has(id: string): boolean
  count(): number
  /** Reads the project ids again; when that fails, the ids read before stay. Never rejects. */
  refresh(): Promise<void>
}

/**
 * Reads the project ids for the first time.
 * @param list - reads the ids of all open projects
 */
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
      // An unreachable database is not reported here, because other parts of the gateway report it;
      // the ids read before are still usable.
    }
  }
  const openProjects: KnownProjects = {
    has: (id) => state.ids.has(id),
    count: () => state.ids.size,
    refresh() {
      // While one query is running, no second one is sent.
      state.reading ??= readIds().finally(() => {
        state.reading = undefined
      })
      return state.reading
    },
  }
  await openProjects.refresh()
  return openProjects
}
