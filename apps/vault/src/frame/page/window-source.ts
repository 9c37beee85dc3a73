/** The part of another window of this vault that is needed to send it messages. */
export interface WindowSource {
  readonly closed?: boolean
  postMessage(message: unknown, targetOrigin: string): void
}
