/**
 * First line of a backup; each table follows with its rows, then the last line. Every line is JSON.
 */
export interface BackupHead {
  readonly format: 'latchkey-backup'
  readonly version: 1
  /** Migration steps that the database had taken. */
  readonly steps: readonly number[]
  /** Time of the backup, ISO 8601. */
  readonly madeAt: string
}

/** Start of a table: its rows follow, `[text | null, …]` in the order of its columns. */
export interface BackupTable {
  readonly table: string
  readonly columns: readonly string[]
}

/** Last line: a file without it is incomplete. */
export interface BackupEnd {
  readonly end: true
  readonly rows: number
}
