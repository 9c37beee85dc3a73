/**
 * First line of a back-up; tables follow, each with its rows, then the last line. Every line is
 * JSON.
 */
export interface BackupHead {
  readonly format: 'latchkey-backup'
  readonly version: 1
  /** Steps the database had taken. */
  readonly steps: readonly number[]
  /** ISO 8601. */
  readonly madeAt: string
}

/** Opens a table: what follows are its rows, `[text | null, …]` in the order of its columns. */
export interface BackupTable {
  readonly table: string
  readonly columns: readonly string[]
}

/** Last line: without it the file was cut. */
export interface BackupEnd {
  readonly end: true
  readonly rows: number
}
