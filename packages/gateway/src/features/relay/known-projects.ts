/**
 * The ids of the projects, in memory: to look one up costs nothing, whatever a stranger names, and
 * the relay serves while the database is away.
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
      // What the database lacks is told by whoever needs it; here the last ids are still good.
    }
  }
  const known: KnownProjects = {
    has: (id) => state.ids.has(id),
    count: () => state.ids.size,
    refresh() {
      // A database that hangs is asked once.
      state.reading ??= readIds().finally(() => {
        state.reading = undefined
      })
      return state.reading
    },
  }
  await known.refresh()
  return known
}
