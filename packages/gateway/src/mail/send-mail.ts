/** Sends one mail; resolves when the server took it. */
export type SendMail = (mail: {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}) => Promise<void>
