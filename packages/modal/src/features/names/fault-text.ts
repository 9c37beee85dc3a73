import type { NamesWords } from '../../words/words.ts'
import type { LabelFault } from './check-label.ts'

/** What is wrong with a label, as it is said beside its field. */
export function faultText({ fault: words }: NamesWords, fault: LabelFault): string {
  return fault.is === 'alike' ? words.alike(fault.character, fault.letter) : words[fault.is]
}
