import type { Feature } from '../../contract/view.ts'
import signInCss from '../../styles/sign-in.css?inline'
import { signInWords } from '../../words/en/sign-in.ts'
import { signInView } from './SignIn.tsx'
import { startSignIn } from './start-sign-in.ts'

/**
 * The feature that asks connected visitors to sign in to the owner's server, in a kit with a
 * sign-in.
 */
export const feature: Feature<'sign-in'> = {
  views: { SignIn: signInView },
  sharedWords: signInWords,
  css: signInCss,
  start: startSignIn,
}
