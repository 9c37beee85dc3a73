import { posix } from 'node:path'
import type { SourceFile } from '../check/source-file.ts'

/**
 * Finds groups of folders in a package's `src` that import each other in a cycle, largest first;
 * type imports count. A folder is the first one below `src`; a file directly in `src` counts as a
 * folder. In `features` and `families` the next folder or file counts instead.
 */
export function folderKnots(
  files: readonly SourceFile[],
): { readonly root: string; readonly knot: readonly string[] }[] {
  const known = new Map(files.map((file) => [file.path, roomOf(file.path)]))
  const arrows = new Map<string, Map<string, Set<string>>>()
  for (const file of files) {
    const from = roomOf(file.path)
    if (!from) continue
    for (const name of file.imports) {
      const to = name.startsWith('.')
        ? known.get(posix.join(posix.dirname(file.path), name))
        : undefined
      if (!to || to.root !== from.root || to.room === from.room) continue
      const rooms = arrows.get(from.root) ?? new Map<string, Set<string>>()
      arrows.set(from.root, rooms)
      rooms.set(from.room, (rooms.get(from.room) ?? new Set()).add(to.room))
    }
  }
  return [...arrows]
    .flatMap(([root, rooms]) => strongComponents(rooms).map((knot) => ({ root, knot })))
    .filter(({ knot }) => knot.length > 1)
    .sort((a, b) => b.knot.length - a.knot.length)
}

function roomOf(path: string): { root: string; room: string } | undefined {
  const match = /^((?:packages|apps)\/[^/]+)\/src\/((?:(?:features|families)\/)?[^/]+)/.exec(path)
  return match?.[1] && match[2] ? { root: match[1], room: match[2] } : undefined
}

/** Tarjan's algorithm. */
function strongComponents(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (room: string): void => {
    order.set(room, order.size)
    lowest.set(room, order.get(room) ?? 0)
    stack.push(room)
    for (const next of arrows.get(room) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next))
        lowest.set(room, Math.min(lowest.get(room) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(room) === order.get(room)) found.push(stack.splice(stack.indexOf(room)).sort())
  }
  for (const room of arrows.keys()) {
    if (!order.has(room)) visit(room)
  }
  return found
}
