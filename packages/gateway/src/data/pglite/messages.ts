/** Start parameters of the embedded database's thread. */
export interface ThreadData {
  /** Folder of the database; undefined for a database in memory. */
  readonly folder: string | undefined
}

/** The result of a statement. */
export interface Rows {
  readonly rows: readonly unknown[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly affectedRows?: number | undefined
}

/**
 * An SQL statement in the form in which it is sent to the database's thread; functions, such as
 * drizzle's parsers, cannot be sent.
 */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  readonly rowMode: 'array' | 'object'
}

/**
 * A message from the process to the database's thread. A transaction is identified by the id of the
 * request that began it.
 */
export type Request = { readonly id: number } & (
  | {
      readonly kind: 'query'
      readonly statement: Statement
      readonly transaction?: number | undefined
    }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end'; readonly transaction: number; readonly isKept: boolean }
  | { readonly kind: 'close' }
)

/**
 * An error in the form in which it is sent between threads: the class of the driver's error is
 * lost, its fields (`code`, `constraint`, `detail`, …) are kept.
 */
export interface WireError {
  readonly name: string
  readonly message: string
  readonly fields: Readonly<Record<string, string | number>>
}

/**
 * A message from the database's thread to the process. The first message has the id 0 and says
 * whether the database was opened.
 */
export type Answer =
  | { readonly id: number; readonly result: Rows | undefined }
  | { readonly id: number; readonly error: WireError }

/** Converts an error to the form in which it is sent between threads. */
export function toWire(error: unknown): WireError {
  const { name, message } =
    error instanceof Error ? error : { name: 'Error', message: String(error) }
  const fields = Object.entries(Object(error)).filter(
    (field): field is [string, string | number] =>
      // The SQL statement in the error is left out: it may contain data that must not be logged.
      !['name', 'message', 'query'].includes(field[0]) &&
      ['string', 'number'].includes(typeof field[1]),
  )
  return { name, message, fields: Object.fromEntries(fields) }
}

/** Converts an error that another thread sent back to an `Error`. */
export function fromWire({ name, message, fields }: WireError): Error {
  return Object.assign(new Error(message), fields, { name })
}
