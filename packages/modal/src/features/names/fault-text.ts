import type { NamesWords } from '../../words/words.ts'
import type { LabelFault } from './check-label.ts'

/** The text beside the field for a fault of a label. */
export function faultText({ fault: words }: NamesWords, fault: LabelFault): string {
  return fault.is === 'alike' ? words.alike(fault.character, fault.letter) : words[fault.is]
}
