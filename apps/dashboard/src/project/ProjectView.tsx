import type { OperatorProject } from '@latchkey/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type ApiFault, toFault } from '../api/api.ts'
import { useApi, useMayWrite } from '../api/api-context.tsx'
import { goToRoute } from '../dashboard-route.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { FaultNotice } from '../parts/Notice.tsx'
import { useShowStatus } from '../parts/Status.tsx'
import { ProjectForm } from './ProjectForm.tsx'

const sourceTexts = {
  file: 'From latchkey.json. Once it is saved here, the file no longer changes it.',
  dashboard: 'Edited here: latchkey.json no longer changes it.',
  closed:
    'Closed: latchkey.json no longer names it. Its pages are refused, its events are kept until you delete it.',
} as const

export function ProjectView({ project }: { readonly project: OperatorProject }): ReactElement {
  const api = useApi()
  const mayWrite = useMayWrite()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<ApiFault>()
  const reloadProjects = (): Promise<void> => client.invalidateQueries({ queryKey: ['projects'] })
  const removeProject = async (): Promise<void> => {
    setAsking(false)
    try {
      await api.remove(project.id)
      showStatus(`${project.id} is deleted`)
      goToRoute({ view: 'start' })
      await reloadProjects()
    } catch (error) {
      setFault(toFault(error))
    }
  }
  return (
    <>
      <h1 tabIndex={-1}>Project {project.id}</h1>
      <p className="soft lead">{sourceTexts[project.source]}</p>
      <ProjectForm
        project={project}
        isReadOnly={!mayWrite}
        verb={project.source === 'closed' ? 'Open again' : 'Save'}
        onSave={async ({ id, ...edit }) => {
          await api.change(id, edit)
          showStatus('Saved. In force within five seconds')
          await reloadProjects()
        }}
      >
        <button type="button" className="small danger far" onClick={() => setAsking(true)}>
          Delete project
        </button>
      </ProjectForm>
      {fault ? <FaultNotice fault={fault} /> : null}
      {isAsking ? (
        <Confirm
          title={`Delete ${project.id}?`}
          verb={`Delete ${project.id}`}
          onConfirm={() => void removeProject()}
          onClose={() => setAsking(false)}
        >
          <p className="soft">
            Its pages are refused within five seconds. Its events, counts and emails are deleted for
            good.
          </p>
        </Confirm>
      ) : null}
    </>
  )
}
