import type { VaultProject } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import { Shell } from '../Shell.tsx'
import { words } from '../words.ts'
import { wayBack } from './way-back.ts'

/** Back from the provider: nothing is decided here, and the window goes; where the page itself came here, it goes back. */
export function LoginDone({ project }: { readonly project: VaultProject }): ReactNode {
  const [back] = useState(() => wayBack(sessionStorage, project.origins))
  const address = back?.address ?? null
  useEffect(() => {
    if (address === null) close()
    else location.replace(address)
  }, [address])
  const actions = back ? (
    <a className="primary" href={address ?? back.site}>
      {words.goBack(new URL(back.site).host)}
    </a>
  ) : (
    <button type="button" className="primary" onClick={() => close()}>
      {words.close}
    </button>
  )
  return (
    <Shell heading={words.login.doneHeading} actions={actions}>
      <p className="text">{words.login.doneText}</p>
    </Shell>
  )
}
