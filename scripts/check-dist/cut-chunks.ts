import { relative } from 'node:path'

/**
 * The files a package is published as, earliest loaded first. A line names a file and the modules
 * it is for (`actions/connect`, or a folder: `queries/`); it takes what these import as far as no
 * line above has taken it. So what a page wants early never shares a file with what it wants late.
 * Modules that no line reaches stay files of their own, which a consumer's bundler joins as a page
 * needs them.
 */
export type Chunks = Readonly<Record<string, readonly string[]>>

/** A module's static imports within its package, by absolute path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/**
 * The name of the file each module goes to, by the module's absolute path; those that no line
 * reaches are not in it.
 * @param source - absolute path of the package's `src`
 * @param barrels - modules that only re-export: they stay outside, so that what they name is not
 *   one file
 * @throws when a line names a module or a folder that is not there
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
 * `…/src/actions/connect.ts` → `actions/connect`; a sheet keeps its ending, since a module may have
 * its name.
 */
export function moduleName(source: string, path: string): string {
  return relative(source, path)
    .replaceAll('\\', '/')
    .replace(/\?.*$/, '')
    .replace(/\.tsx?$/, '')
}
