import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'

/**
 * Import cycles among the files, type imports included: each as its files in order, starting with
 * the first by name.
 */
export function cycles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ path }) => path))
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter((name) => name.startsWith('.'))
        .map((name) => posix.join(posix.dirname(path), name))
        .filter((target) => known.has(target)),
    ]),
  )
  const found: string[][] = []
  const done = new Set<string>()
  for (const start of known) {
    walk(start, [])
  }
  return found

  function walk(path: string, trail: string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) {
      found.push(trail.slice(at))
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) {
      walk(next, [...trail, path])
    }
    done.add(path)
  }
}
