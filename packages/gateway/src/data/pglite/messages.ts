/** What the thread of the embedded database is started with. */
export interface ThreadData {
  /** Undefined: in memory. */
  readonly folder: string | undefined
}

/** What a statement answers. */
export interface Rows {
  readonly rows: readonly unknown[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly affectedRows?: number | undefined
}

/** A statement as it crosses to the thread: functions cannot. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  readonly rowMode: 'array' | 'object'
}

/**
 * What the process asks of the thread. A transaction is named by the number of the request that
 * began it.
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
 * An error as it crosses: the class of the driver stays behind, its fields (`code`, `constraint`,
 * `detail`, …) come along.
 */
export interface WireError {
  readonly name: string
  readonly message: string
  readonly fields: Readonly<Record<string, string | number>>
}

/** The first answer has the id 0: whether the database is open. */
export type Answer =
  | { readonly id: number; readonly result: Rows | undefined }
  | { readonly id: number; readonly error: WireError }

/** An error of this side as what can cross. */
export function toWire(error: unknown): WireError {
  const { name, message } =
    error instanceof Error ? error : { name: 'Error', message: String(error) }
  const fields = Object.entries(Object(error)).filter(
    (field): field is [string, string | number] =>
      // The statement stays out: it may hold what no log should.
      !['name', 'message', 'query'].includes(field[0]) &&
      ['string', 'number'].includes(typeof field[1]),
  )
  return { name, message, fields: Object.fromEntries(fields) }
}

/** An error of the other side. */
export function fromWire({ name, message, fields }: WireError): Error {
  return Object.assign(new Error(message), fields, { name })
}
