import type { Feature } from '../../contract/view.ts'
import namesCss from '../../styles/names.css?inline'
import { namesWords } from '../../words/en/names.ts'
import { chooseNameView } from './ChooseName.tsx'
import { registerNameView } from './RegisterName.tsx'
import { registerNameSuccessView } from './RegisterNameSuccess.tsx'

/** The feature for names of the operator's zone, from choosing one to its registration. */
export const feature: Feature<'names'> = {
  views: {
    ChooseName: chooseNameView,
    RegisterName: registerNameView,
    RegisterNameSuccess: registerNameSuccessView,
  },
  words: namesWords,
  css: namesCss,
}
