/** Another window of this vault: the properties that are needed to send it messages. */
export interface WindowSource {
  readonly closed?: boolean
  postMessage(message: unknown, targetOrigin: string): void
}
