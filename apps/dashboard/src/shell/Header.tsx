import type { OperatorProject, OperatorSession } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { type DashboardRoute, goToRoute, projectViews, routeHref } from '../dashboard-route.ts'
import { Icon, Logo } from '../parts/Icon.tsx'

interface Props {
  readonly place: DashboardRoute
  readonly projects: readonly OperatorProject[]
  readonly session: OperatorSession | undefined
  readonly onSignOut: () => void
}

const viewNames = {
  overview: 'Overview',
  live: 'Live',
  emails: 'Emails',
  orders: 'Orders',
  project: 'Project',
} as const

export function Header({ place, projects, session, onSignOut }: Props): ReactElement {
  const projectRoute = 'project' in place ? place : undefined
  const range = projectRoute?.range ?? '7d'
  const project = projectRoute?.project ?? projects[0]?.id
  const isKnownProject = projects.some(({ id }) => id === project)
  return (
    <header className="top">
      <div className="top-row">
        <span className="brand">
          <Logo />
          <span>Latchkey</span>
        </span>
        {projects.length > 0 ? (
          <label className="choice">
            <span className="unseen">Project</span>
            <select
              value={isKnownProject ? project : ''}
              onChange={({ target }) =>
                goToRoute({ view: projectRoute?.view ?? 'overview', project: target.value, range })
              }
            >
              {isKnownProject ? null : <option value="">Choose a project</option>}
              {projects.map(({ id, source }) => (
                <option key={id} value={id}>
                  {source === 'closed' ? `${id} (closed)` : id}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {session?.scope === 'write' ? (
          <a
            className="icon-button"
            href={routeHref({ view: 'new' })}
            aria-label="New project"
            title="New project"
          >
            <Icon name="add" />
          </a>
        ) : null}
        {session?.scope === 'read' ? <span className="mark">Read only</span> : null}
        <button
          type="button"
          className="icon-button"
          aria-label="Sign out"
          title="Sign out"
          onClick={onSignOut}
        >
          <Icon name="leave" />
        </button>
      </div>
      <nav aria-label="Views">
        <ul>
          {project
            ? projectViews.map((view) => (
                <li key={view}>
                  <a
                    href={routeHref({ view, project, range })}
                    aria-current={place.view === view ? 'page' : undefined}
                  >
                    <Icon name={view} />
                    {viewNames[view]}
                  </a>
                </li>
              ))
            : null}
          <li>
            <a
              href={routeHref({ view: 'access' })}
              aria-current={place.view === 'access' ? 'page' : undefined}
            >
              <Icon name="access" />
              Keys
            </a>
          </li>
        </ul>
      </nav>
    </header>
  )
}
