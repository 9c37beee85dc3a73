/** A mail in the form that goes to a mail server. */
export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends one mail; resolves when the server accepted it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
