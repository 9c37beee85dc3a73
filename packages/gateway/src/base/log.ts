/** Writes log lines; the fields never contain a query, an address or a body. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}
