import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'

/** What follows an answer, or no answer. */
export interface EmailQuestion {
  /** Continues with what comes after the connection. */
  goOn(): void
  /** Ends the connection, then closes the dialog, because an answer is required. */
  decline(): void
  /**
   * Whether the question is still shown: the dialog may have been closed while a server answers.
   */
  isShown(): boolean
}

const questionOf: (kit: Kit) => { question?: EmailQuestion } = perKit(() => ({}))

export function keepQuestion(kit: Kit, question: EmailQuestion): void {
  questionOf(kit).question = question
}

/** The question that this kit asks now; undefined when the page has opened the view itself. */
export function emailQuestionOf(kit: Kit): EmailQuestion | undefined {
  return questionOf(kit).question
}
