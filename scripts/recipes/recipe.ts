/** One insertion into a file that exists. */
export interface Edit {
  /** Path relative to the repository, with `/`. */
  readonly path: string
  /** A whole line of the file, with its indentation, that stands there once. */
  readonly after: string
  /** The lines that come after it. */
  readonly add: string
}

/** A change that adds one thing as its recipe says, with the proof that it works. */
export interface Recipe {
  /** The row of the table in ARCHITECTURE.md. */
  readonly name: string
  /** New files by path, with their texts. */
  readonly files: Readonly<Record<string, string>>
  readonly edits: readonly Edit[]
  /** Scripts that write generated files anew: arguments of Node, run from source. */
  readonly generate?: readonly (readonly string[])[]
  /** Files of unit tests that use what was added. */
  readonly tests: readonly string[]
}

/** The text with lines inserted; throws when the line to insert after is not there once. */
export function insertLines(text: string, { path, after, add }: Edit): string {
  const lines = text.split('\n')
  const at = lines.indexOf(after)
  if (at < 0) throw new Error(`${path} has no line "${after}"`)
  if (lines.indexOf(after, at + 1) >= 0) throw new Error(`${path} has the line "${after}" twice`)
  return lines.toSpliced(at + 1, 0, add).join('\n')
}
