import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useApi, useMayWrite } from '../api/api-context.tsx'
import { goToRoute } from '../dashboard-route.ts'
import { useShowStatus } from '../parts/Status.tsx'
import { ProjectForm } from './ProjectForm.tsx'

export function NewProject(): ReactElement {
  const api = useApi()
  const mayWrite = useMayWrite()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  return (
    <>
      <h1 tabIndex={-1}>New project</h1>
      <p className="soft lead">A project is a site, or several, that may use this gateway.</p>
      <ProjectForm
        isReadOnly={!mayWrite}
        verb="Make the project"
        onSave={async (project) => {
          const { id } = await api.create(project)
          await client.invalidateQueries({ queryKey: ['projects'] })
          showStatus(`${id} is made. In force within five seconds`)
          goToRoute({ view: 'project', project: id, range: '7d' })
        }}
      />
    </>
  )
}
