import type { AccountRoute } from './account-views.ts'
import type { ConnectingRoute } from './views.ts'

/** What the dialog shows: the name of a view with its parameters. Plain data. */
export type Route = ConnectingRoute | AccountRoute

export type ViewName = Route['view']
export type RouteOf<N extends ViewName> = Extract<Route, { readonly view: N }>

/** Whether two routes have the same view with the same parameters. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const left = a as unknown as Record<string, unknown>
  const right = b as unknown as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}
