import type { Feature } from '../../contract/view.ts'
import namesCss from '../../styles/names.css?inline'
import { namesWords } from '../../words/en/names.ts'
import { chooseNameView } from './ChooseName.tsx'
import { registerNameView } from './RegisterName.tsx'
import { registerNameSuccessView } from './RegisterNameSuccess.tsx'

/** A name of the operator's zone, from its choice to its being the visitor's. */
export const feature: Feature<'names'> = {
  views: {
    ChooseName: chooseNameView,
    RegisterName: registerNameView,
    RegisterNameSuccess: registerNameSuccessView,
  },
  words: namesWords,
  css: namesCss,
}
