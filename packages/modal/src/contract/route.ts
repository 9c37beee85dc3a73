import type { AccountRoute } from './account-views.ts'
import type { ConnectingRoute } from './views.ts'

/** What the dialog shows: the name of a view with its parameters. Plain data. */
export type Route = ConnectingRoute | AccountRoute

export type ViewName = Route['view']
export type RouteOf<N extends ViewName> = Extract<Route, { readonly view: N }>

/** Whether two routes have the same view with the same parameters. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const leftFields = a as unknown as Record<string, unknown>
  const rightFields = b as unknown as Record<string, unknown>
  const keys = Object.keys(leftFields)
  return (
    keys.length === Object.keys(rightFields).length &&
    keys.every((key) => leftFields[key] === rightFields[key])
  )
}
