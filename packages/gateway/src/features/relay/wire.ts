/** A client's socket for the relay. */
export interface Wire {
  /** Bytes that were sent but not yet accepted by the operating system. */
  readonly bufferedBytes: number
  send(text: string): void
  close(code: number, reason: string): void
  /** Stops reading from the client until `resume`. */
  pause(): void
  resume(): void
}
