import type { Node } from 'ts-morph'

/** A place in the code that a person must look at, because the codemod cannot migrate it. */
export interface Note {
  /** Path of the file, relative to the migrated folder. */
  readonly path: string
  /** Line of the code, counted from 1; not exact when the codemod changed lines above it. */
  readonly line: number
  /** Says what was found in the code, and what to do about it. */
  readonly text: string
}

/** What the codemod has changed, and what a person must still do. */
export interface MigrationReport {
  /** Paths of changed and new files, relative to the migrated folder. */
  readonly changed: readonly string[]
  readonly notes: readonly Note[]
}

/**
 * Collects notes, each with file and line of the code that it is about; a note is kept once per
 * file.
 */
export class NoteBook {
  readonly notes: Note[] = []
  readonly #relate: (path: string) => string

  constructor(relate: (path: string) => string) {
    this.#relate = relate
  }

  add(node: Node, text: string): void {
    const file = node.getSourceFile()
    const note = {
      path: this.#relate(file.getFilePath()),
      line: node.getStartLineNumber(),
      text,
    }
    const isKnown = this.notes.some((one) => one.path === note.path && one.text === text)
    if (!isKnown) this.notes.push(note)
  }
}
