export interface EmailAsk {
  readonly project: string
  /** CAIP-10 in its family's one spelling: a claim of the page. */
  readonly account: string
  /** As typed. */
  readonly email: string
  /** Origin of the page; null where the caller tells none. */
  readonly site: string | null
  /** Browser and system. */
  readonly label: string
  /** For limits only. */
  readonly caller: string
}

/**
 * Addresses that visitors give after connecting; kept only once a code that was mailed there came
 * back.
 */
export interface EmailCapture {
  /**
   * Mails a code; answers what it is confirmed under. @throws `email-invalid`, `code-limit`,
   * `rate-limited`
   */
  ask(ask: EmailAsk): Promise<string>
  /**
   * Keeps the address in the place of an older one of that account. @throws `code-wrong`,
   * `code-expired`
   */
  confirm(project: string, id: string, code: string): Promise<void>
  /** Forgets codes that hold no more. */
  sweep(): Promise<void>
}
