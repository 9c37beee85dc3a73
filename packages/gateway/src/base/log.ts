/** Where lines of the log go; neither query nor address nor body is ever among the fields. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}
