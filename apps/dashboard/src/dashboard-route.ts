import { type OverviewRange, overviewRanges } from '@latchkey/protocol'
import { useSyncExternalStore } from 'react'

export const projectViews = ['overview', 'live', 'emails', 'orders', 'project'] as const
export type ProjectView = (typeof projectViews)[number]

/**
 * The current view of the dashboard. It is kept in the URL fragment, which browsers do not send to
 * servers.
 */
export type DashboardRoute =
  | {
      readonly view: ProjectView
      readonly project: string
      readonly range: OverviewRange
      /** Id of the order that is shown; absent when the view shows the list. */
      readonly order?: string
    }
  | { readonly view: 'new' }
  | { readonly view: 'access' }
  | { readonly view: 'start' }

/** Parses `#/demo/overview?range=7d`; unknown text gives the start view. */
export function parseRoute(hash: string): DashboardRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [first = '', second = '', third = ''] = path.split('/').map(decodePart)
  if (first === '@new' || first === '@access') return { view: first === '@new' ? 'new' : 'access' }
  if (!first) return { view: 'start' }
  const requestedRange = new URLSearchParams(query).get('range')
  return {
    project: first,
    view: projectViews.find((view) => view === second) ?? 'overview',
    range: overviewRanges.find((range) => range === requestedRange) ?? '7d',
    ...(second === 'orders' && third ? { order: third } : {}),
  }
}

/** The URL fragment of a view. */
export function routeHref(route: DashboardRoute): string {
  if (route.view === 'start') return '#/'
  if (route.view === 'new' || route.view === 'access') return `#/@${route.view}`
  const order = route.order ? `/${encodeURIComponent(route.order)}` : ''
  return `#/${encodeURIComponent(route.project)}/${route.view}${order}?range=${route.range}`
}

export function goToRoute(route: DashboardRoute): void {
  location.hash = routeHref(route)
}

export function useRoute(): DashboardRoute {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => location.hash,
  )
  return parseRoute(hash)
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
