import namesCss from '../styles/names.css?inline'
import { namesWords } from '../words/en/names.ts'
import type { NamesWords } from '../words/words.ts'
import { ChooseName } from './ChooseName.tsx'
import { RegisterName } from './RegisterName.tsx'
import { RegisterNameSuccess } from './RegisterNameSuccess.tsx'

/**
 * A name of the operator's zone, from its choice to its being the visitor's: loaded when it is
 * wanted.
 */
export interface NamesChunk {
  readonly ChooseName: typeof ChooseName
  readonly RegisterName: typeof RegisterName
  readonly RegisterNameSuccess: typeof RegisterNameSuccess
  readonly words: NamesWords
  readonly css: string
}

export const namesChunk: NamesChunk = {
  ChooseName,
  RegisterName,
  RegisterNameSuccess,
  words: namesWords,
  css: namesCss,
}
