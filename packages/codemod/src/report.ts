import type { Node } from 'ts-morph'

/** Something that the codemod did not decide, for a person to look at. */
export interface Note {
  /** File, relative to the folder that was migrated. */
  readonly path: string
  /** Line of that code, from 1; a little off where the same file was changed above it. */
  readonly line: number
  /** What stands there, and what to do about it. */
  readonly text: string
}

/** What a run has changed, and what is left to do. */
export interface MigrationReport {
  /** Files that were changed or written, relative to the folder. */
  readonly changed: readonly string[]
  readonly notes: readonly Note[]
}

/** Collects notes with the place of the code they are about. */
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
