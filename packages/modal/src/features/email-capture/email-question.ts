import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'

/** What happens after the visitor has answered the question, or has left without an answer. */
export interface EmailQuestion {
  /** Continues with what comes after the connection. */
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

/** The question that this kit asks now; undefined when the page has opened the view itself. */
export function emailQuestionOf(kit: Kit): EmailQuestion | undefined {
  return questionStoreOfKit(kit).question
}
