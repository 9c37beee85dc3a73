import type { Plugin } from 'vite'
import { gzipBytes } from './import-size.ts'

/** One file of a built site. */
export interface BuiltFile {
  readonly file: string
  readonly gzip: number
  readonly isEntry: boolean
  /** Files that it imports statically. */
  readonly imports: readonly string[]
  /** Paths of its modules. */
  readonly modules: readonly string[]
}

/** Records the files of a built site. */
export function noteFiles(files: BuiltFile[]): Plugin {
  return {
    name: 'latchkey-note-files',
    writeBundle(_, bundle) {
      for (const one of Object.values(bundle)) {
        if (one.type === 'chunk')
          files.push({
            file: one.fileName,
            gzip: gzipBytes(one.code),
            isEntry: one.isEntry,
            imports: one.imports,
            modules: Object.keys(one.modules),
          })
      }
    },
  }
}

/**
 * The cost of loading a module: bytes after gzip of its file and its static imports.
 * @param after - modules whose files are loaded already, beside the page's first file
 * @throws when a module is in no file
 */
export function lateSize(
  files: readonly BuiltFile[],
  module: RegExp,
  after: readonly RegExp[],
): number {
  const fileOf = (wanted: RegExp): BuiltFile => {
    const found = files.find(({ modules }) => modules.some((path) => wanted.test(path)))
    if (!found) throw new Error(`${wanted.source} is in no file of the page`)
    return found
  }
  const there = new Set<string>()
  const add = ({ file, imports }: BuiltFile, to: Set<string>): void => {
    if (to.has(file)) return
    to.add(file)
    for (const one of files) {
      if (imports.includes(one.file)) add(one, to)
    }
  }
  for (const one of files) {
    if (one.isEntry) add(one, there)
  }
  for (const one of after) {
    add(fileOf(one), there)
  }
  const loaded = new Set(there)
  add(fileOf(module), loaded)
  return files.reduce(
    (sum, { file, gzip }) => sum + (loaded.has(file) && !there.has(file) ? gzip : 0),
    0,
  )
}
