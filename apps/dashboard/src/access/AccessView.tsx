import type { ReactElement } from 'react'
import { useMayWrite } from '../api-context.tsx'
import { Keys } from './Keys.tsx'
import { Secrets } from './Secrets.tsx'

export function AccessView(): ReactElement {
  const mayWrite = useMayWrite()
  return (
    <>
      <h1 tabIndex={-1}>Keys</h1>
      {mayWrite ? <Keys /> : <p className="notice">This key may read only: operator keys are not shown to it.</p>}
      <Secrets isReadOnly={!mayWrite} />
    </>
  )
}
