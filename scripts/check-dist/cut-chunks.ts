import { relative } from 'node:path'

/**
 * The published files of a package, in the order of loading. A line names a file and its modules
 * (`actions/connect`, or a folder: `queries/`); the file also gets their imports that no line above
 * has. A file needed early thus never contains code needed late. Modules outside every line stay
 * single files, which a consumer's bundler joins as needed.
 */
export type Chunks = Readonly<Record<string, readonly string[]>>

/** Static imports within the package by module, as absolute paths. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/**
 * Assigns each module (absolute path) the name of its file; modules outside every line are left
 * out.
 * @param source - absolute path of the package's `src`
 * @param barrels - modules that only re-export: they are excluded, so that they do not join
 *   everything into one file
 * @throws when a line names a missing module or folder
 */
export function cutChunks(
  chunks: Chunks,
  graph: ImportGraph,
  source: string,
  barrels: ReadonlySet<string>,
): Map<string, string> {
  const modules = [...graph.keys()].filter((path) => !barrels.has(path))
  const names = new Map(modules.map((path) => [path, moduleName(source, path)]))
  const cut = new Map<string, string>()
  const take = (path: string, chunk: string): void => {
    if (cut.has(path) || barrels.has(path)) return
    cut.set(path, chunk)
    for (const next of graph.get(path) ?? []) {
      take(next, chunk)
    }
  }
  for (const [chunk, roots] of Object.entries(chunks)) {
    for (const root of roots) {
      const found = modules.filter((path) => isBelow(names.get(path) ?? '', root))
      if (found.length === 0)
        throw new Error(`"${root}" of "${chunk}" names no module below ${source}`)
      for (const path of found) {
        take(path, chunk)
      }
    }
  }
  return cut
}

function isBelow(name: string, root: string): boolean {
  return root.endsWith('/') ? name.startsWith(root) : name === root
}

/**
 * `…/src/actions/connect.ts` → `actions/connect`; a style sheet keeps its extension, because a
 * module may have the same name.
 */
export function moduleName(source: string, path: string): string {
  return relative(source, path)
    .replaceAll('\\', '/')
    .replace(/\?.*$/, '')
    .replace(/\.tsx?$/, '')
}
