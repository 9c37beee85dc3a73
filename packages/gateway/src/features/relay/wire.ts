/** A client's socket as the relay sees it. */
export interface Wire {
  /** Sent, but still in this process. */
  readonly bufferedBytes: number
  send(text: string): void
  close(code: number, reason: string): void
  /** Reads nothing from the client until `resume`. */
  pause(): void
  resume(): void
}
