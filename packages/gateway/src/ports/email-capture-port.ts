export interface EmailRequest {
  readonly project: string
  /**
   * CAIP-10 id of the account in the canonical spelling of its family, as the page states it
   * without a proof.
   */
  readonly account: string
  /** Email address as the visitor typed it. */
  readonly email: string
  /** Origin of the page; null when the request names no origin. */
  readonly site: string | null
  /** Browser and operating system of the visitor, for the text of the mail. */
  readonly label: string
  /** Network address of the caller, used for rate limits only. */
  readonly caller: string
}

/**
 * Email addresses that visitors give after they connect. An address is kept only after the visitor
 * returned the code that was mailed to it.
 */
export interface EmailCapture {
  /**
   * Mails a code; returns the id under which the code is confirmed.
   * @throws `email-invalid`, `code-limit`, `rate-limited`
   */
  sendCode(ask: EmailRequest): Promise<string>
  /**
   * Stores the address; it replaces an older address of the same account.
   * @throws `code-wrong`, `code-expired`
   */
  confirmCode(project: string, id: string, code: string): Promise<void>
  /** Deletes mailed codes that have expired. */
  sweep(): Promise<void>
}
