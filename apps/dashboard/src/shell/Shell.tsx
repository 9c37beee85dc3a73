import type { OperatorProject } from '@latchkey/protocol'
import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react'
import { AccessView } from '../access/AccessView.tsx'
import { toFault } from '../api/api.ts'
import { useProjects, useSession } from '../api/api-context.tsx'
import { type DashboardRoute, routeHref, useRoute } from '../dashboard-route.ts'
import { EmailsView } from '../emails/EmailsView.tsx'
import { LiveTail } from '../live/LiveTail.tsx'
import { OrdersView } from '../orders/OrdersView.tsx'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { StatusProvider } from '../parts/Status.tsx'
import { NewProject } from '../project/NewProject.tsx'
import { ProjectView } from '../project/ProjectView.tsx'
import { Header } from './Header.tsx'

// The charts are most of the code, so they are loaded after sign-in.
const OverviewView = lazy(async () => ({
  default: (await import('../overview/OverviewView.tsx')).OverviewView,
}))

export function Shell({ onSignOut }: { readonly onSignOut: () => void }): ReactElement {
  const requestedRoute = useRoute()
  const projects = useProjects()
  const session = useSession()
  const currentRoute = resolveRoute(requestedRoute, projects.data)
  const mainElement = useRef<HTMLElement>(null)
  const title =
    currentRoute.view === 'start'
      ? 'start'
      : `${currentRoute.view} ${'project' in currentRoute ? `${currentRoute.project} ${currentRoute.order ?? ''}` : ''}`
  const shownTitle = useRef(title)
  useEffect(() => {
    // For screen readers, the focus moves to the heading of each view except the first one.
    if (shownTitle.current === title) return
    shownTitle.current = title
    mainElement.current?.querySelector<HTMLElement>('h1')?.focus()
  }, [title])
  return (
    <StatusProvider>
      <button type="button" className="skip" onClick={() => mainElement.current?.focus()}>
        Skip to the contents
      </button>
      <Header
        place={currentRoute}
        projects={projects.data ?? []}
        session={session.data}
        onSignOut={onSignOut}
      />
      <main id="main" ref={mainElement} tabIndex={-1}>
        <MainContents place={currentRoute} projects={projects} />
      </main>
      <footer className="soft">
        Times are UTC.
        {session.data
          ? ` Gateway ${session.data.version}, signed in as ${session.data.label}.`
          : null}
      </footer>
    </StatusProvider>
  )
}

function MainContents({
  place: currentRoute,
  projects,
}: {
  readonly place: DashboardRoute
  readonly projects: ReturnType<typeof useProjects>
}): ReactElement {
  if (projects.error)
    return <FaultNotice fault={toFault(projects.error)} onRetry={() => void projects.refetch()} />
  if (!projects.data) return <Skeleton height={320} label="Loading projects" />
  return <ProjectContents place={currentRoute} projects={projects.data} />
}

function ProjectContents({
  place: currentRoute,
  projects,
}: {
  readonly place: DashboardRoute
  readonly projects: readonly OperatorProject[]
}): ReactElement {
  if (currentRoute.view === 'access') return <AccessView />
  if (currentRoute.view === 'new') return <NewProject />
  if (currentRoute.view === 'start')
    return (
      <section className="card empty">
        <h1 tabIndex={-1}>No project yet</h1>
        <p className="soft">A project is a site that may use this gateway.</p>
        <a className="primary" href={routeHref({ view: 'new' })}>
          Make a project
        </a>
      </section>
    )
  const project = projects.find(({ id }) => id === currentRoute.project)
  if (!project)
    return (
      <section className="card empty">
        <h1 tabIndex={-1}>No such project</h1>
        <p className="soft">It was deleted, or the address is wrong. Choose another one above.</p>
      </section>
    )
  if (currentRoute.view === 'live') return <LiveTail key={project.id} project={project.id} />
  if (currentRoute.view === 'emails') return <EmailsView key={project.id} project={project.id} />
  if (currentRoute.view === 'orders') return <OrdersView key={project.id} place={currentRoute} />
  if (currentRoute.view === 'project') return <ProjectView key={project.id} project={project} />
  return (
    <Suspense fallback={<Skeleton height={320} label="Loading the overview" />}>
      <OverviewView project={project} range={currentRoute.range} />
    </Suspense>
  )
}

/** The first project is shown when the URL fragment names no view. */
function resolveRoute(
  currentRoute: DashboardRoute,
  projects: readonly OperatorProject[] | undefined,
): DashboardRoute {
  const firstProject = projects?.[0]
  return currentRoute.view === 'start' && firstProject
    ? { view: 'overview', project: firstProject.id, range: '7d' }
    : currentRoute
}
