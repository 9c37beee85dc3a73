/** A client's WebSocket, as the relay uses it. */
export interface Wire {
  /** Number of bytes that were sent but that the operating system has not accepted yet. */
  readonly bufferedBytes: number
  send(text: string): void
  close(code: number, reason: string): void
  /** Stops reading from the client until `resume`. */
  pause(): void
  resume(): void
}
