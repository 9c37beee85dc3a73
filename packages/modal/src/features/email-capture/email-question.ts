import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'

/**
 * A pending question for the visitor's email address, and what follows when the visitor has
 * answered it or left without an answer.
 */
export interface EmailQuestion {
  /** Closes the question and continues with what the dialog shows after a connection. */
  goOn(): void
  /** Ends the connection, then closes the dialog, because an answer is required. */
  decline(): void
  /**
   * Whether the question is still shown; the visitor may close the dialog before a server answers.
   */
  isShown(): boolean
}

const questionStoreOfKit: (kit: Kit) => { question?: EmailQuestion } = perKit(() => ({}))

export function keepQuestion(kit: Kit, question: EmailQuestion): void {
  questionStoreOfKit(kit).question = question
}

/**
 * The question for an email address that this kit is asking; undefined when the page itself has
 * opened the view.
 */
export function emailQuestionOf(kit: Kit): EmailQuestion | undefined {
  return questionStoreOfKit(kit).question
}
