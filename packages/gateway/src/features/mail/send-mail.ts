/** A mail as a server takes it. */
export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends one mail; resolves when the server took it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
