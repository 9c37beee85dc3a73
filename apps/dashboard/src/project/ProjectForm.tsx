import type { OperatorProject, ProjectEdit } from '@latchkey/protocol'
import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import type { ApiFault } from '../api/api.ts'
import { toFault } from '../api/api.ts'
import { FeatureFields } from './FeatureFields.tsx'
import { featureRows, toRemoteFeatures } from './features.ts'

interface Props {
  /** The project to edit; absent for a new project. */
  readonly project?: OperatorProject
  readonly isReadOnly: boolean
  readonly verb: string
  /** Saves the project; rejects with the gateway's fault. */
  readonly onSave: (project: ProjectEdit & { readonly id: string }) => Promise<void>
  readonly children?: ReactNode
}

export function ProjectForm({ project, isReadOnly, verb, onSave, children }: Props): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  const key = useId()
  const [id, setId] = useState(project?.id ?? '')
  const [origins, setOrigins] = useState(project?.origins.join('\n') ?? '')
  const [rows, setRows] = useState(() => featureRows(project?.features ?? []))
  const [isCounted, setCounted] = useState(project?.analytics ?? true)
  const [state, setState] = useState<{ isBusy: boolean; fault?: ApiFault }>({ isBusy: false })
  const originLines = origins
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const showFault = (fault: ApiFault): void => {
    setState({ isBusy: false, fault })
    const [field = ''] = fault.field.split('.')
    form.current
      ?.querySelector<HTMLElement>(
        `[name="${field === 'origins' ? 'origins' : 'id'}"]:not([readonly])`,
      )
      ?.focus()
  }
  const submitProject = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (state.isBusy || isReadOnly) return
    if (!id.trim())
      return showFault({ code: 'invalid', field: 'id', reason: 'Enter a name', fix: '' })
    setState({ isBusy: true })
    try {
      await onSave({
        id: id.trim(),
        origins: originLines,
        features: toRemoteFeatures(rows),
        analytics: isCounted,
      })
      setState({ isBusy: false })
    } catch (error) {
      showFault(toFault(error))
    }
  }
  const [faulty = '', place] = state.fault?.field.split('.') ?? []
  const submitTexts =
    state.fault &&
    describeFault(state.fault, faulty === 'origins' ? originLines[Number(place)] : undefined)
  const faultOfField = (field: string) =>
    faulty === field
      ? { 'aria-invalid': true, 'aria-describedby': `${key}fault ${key}${field}` }
      : { 'aria-describedby': `${key}${field}` }
  return (
    <form ref={form} className="form" onSubmit={submitProject} noValidate>
      <section className="card">
        {project ? null : (
          <div className="field">
            <label htmlFor={`${key}i`}>Name</label>
            <input
              id={`${key}i`}
              name="id"
              value={id}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setId(target.value)}
              {...faultOfField('id')}
            />
            <p className="soft" id={`${key}id`}>
              Stands in the pages as the project id. It is public.
            </p>
          </div>
        )}
        <div className="field">
          <label htmlFor={`${key}o`}>Allowed origins</label>
          <textarea
            id={`${key}o`}
            name="origins"
            rows={Math.min(12, Math.max(3, originLines.length + 1))}
            value={origins}
            readOnly={isReadOnly}
            spellCheck={false}
            onChange={({ target }) => setOrigins(target.value)}
            {...faultOfField('origins')}
          />
          <p className="soft" id={`${key}origins`}>
            One a line, as https://shop.example or https://*.shop.example. Empty means pages on this
            machine only.
          </p>
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={isCounted}
            disabled={isReadOnly}
            onChange={({ target }) => setCounted(target.checked)}
          />
          <span>
            Analytics <span className="soft">Pages may tell what happens in the dialog.</span>
          </span>
        </label>
      </section>
      <FeatureFields rows={rows} isReadOnly={isReadOnly} onChange={setRows} />
      <p id={`${key}fault`} className="fault" role="alert">
        {submitTexts}
      </p>
      {isReadOnly ? (
        <p className="notice">This key may read only.</p>
      ) : (
        <div className="row">
          <button type="submit" className="primary" aria-disabled={state.isBusy}>
            {state.isBusy ? 'Saving…' : verb}
          </button>
          {children}
        </div>
      )}
    </form>
  )
}

function describeFault({ reason, fix }: ApiFault, line: string | undefined): string {
  return [line ? `“${line.slice(0, 80)}”: ${reason.replace(/^origins\.\d+: /, '')}` : reason, fix]
    .filter(Boolean)
    .join('. ')
}
