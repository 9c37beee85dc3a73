import { type ReactNode, useEffect } from 'react'
import { Said } from '../Said.tsx'
import { words } from '../words.ts'

/** Back from the provider: nothing is decided here, and the window goes. */
export function LoginDone(): ReactNode {
  useEffect(() => close(), [])
  return <Said heading={words.login.doneHeading} text={words.login.doneText} />
}
