/**
 * The first line of a backup. After it, each table is one line followed by a line per row, and a
 * last line ends the file. Every line is JSON.
 */
export interface BackupHead {
  readonly format: 'latchkey-backup'
  readonly version: 1
  /** Migration steps that the database had taken. */
  readonly steps: readonly number[]
  /** Time of the backup, ISO 8601. */
  readonly madeAt: string
}

/**
 * The line that starts a table. The table's rows follow, one line each: `[text | null, …]` in the
 * order of `columns`.
 */
export interface BackupTable {
  readonly table: string
  readonly columns: readonly string[]
}

/** The last line of a backup: a file without it is incomplete. */
export interface BackupEnd {
  readonly end: true
  readonly rows: number
}
