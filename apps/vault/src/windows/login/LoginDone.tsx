import type { VaultProject } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect } from 'react'
import { Shell } from '../Shell.tsx'
import { words } from '../words.ts'
import { wayBack } from './way-back.ts'

/** Back from the provider: nothing is decided here, and the window goes; where the page itself came here, it goes back. */
export function LoginDone({ project }: { readonly project: VaultProject }): ReactNode {
  useEffect(() => close(), [])
  const site = wayBack(sessionStorage, project.origins)
  const actions = site ? (
    <a className="primary" href={site}>
      {words.goBack(new URL(site).host)}
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
