import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useApi, useMayWrite } from '../api/api-context.tsx'
import { KeptDataSettings } from './KeptDataSettings.tsx'
import { Keys } from './Keys.tsx'
import { Secrets } from './Secrets.tsx'

export function AccessView(): ReactElement {
  const api = useApi()
  const mayWrite = useMayWrite()
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => api.settings() })
  return (
    <>
      <h1 tabIndex={-1}>Keys</h1>
      {mayWrite ? (
        <Keys />
      ) : (
        <p className="notice">This key may read only: operator keys are not shown to it.</p>
      )}
      <Secrets isReadOnly={!mayWrite} />
      {settings.data ? <KeptDataSettings settings={settings.data} isReadOnly={!mayWrite} /> : null}
    </>
  )
}
