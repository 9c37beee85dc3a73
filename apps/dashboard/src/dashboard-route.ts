import { type OverviewRange, overviewRanges } from '@latchkey/protocol'
import { useSyncExternalStore } from 'react'

export const projectViews = ['overview', 'live', 'emails', 'project'] as const
export type ProjectView = (typeof projectViews)[number]

/** The current view of the dashboard; it is in the URL fragment, which no server sees. */
export type DashboardRoute =
  | { readonly view: ProjectView; readonly project: string; readonly range: OverviewRange }
  | { readonly view: 'new' }
  | { readonly view: 'access' }
  | { readonly view: 'start' }

/** Parses `#/demo/overview?range=7d`; unknown text gives the start view. */
export function readPlace(hash: string): DashboardRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [first = '', second = ''] = path.split('/').map(decodePart)
  if (first === '@new' || first === '@access') return { view: first === '@new' ? 'new' : 'access' }
  if (!first) return { view: 'start' }
  const wanted = new URLSearchParams(query).get('range')
  return {
    project: first,
    view: projectViews.find((view) => view === second) ?? 'overview',
    range: overviewRanges.find((range) => range === wanted) ?? '7d',
  }
}

/** The URL fragment of a view. */
export function hrefOf(place: DashboardRoute): string {
  if (place.view === 'start') return '#/'
  if (place.view === 'new' || place.view === 'access') return `#/@${place.view}`
  return `#/${encodeURIComponent(place.project)}/${place.view}?range=${place.range}`
}

export function goTo(place: DashboardRoute): void {
  location.hash = hrefOf(place)
}

export function usePlace(): DashboardRoute {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => location.hash,
  )
  return readPlace(hash)
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
