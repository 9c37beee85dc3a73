import { isSameRoute, type Route } from './route.ts'

/** A view that waits for another: told once, how the other one ended. */
export interface Waiter {
  onSuccess?(value: unknown): void
  onError?(error: unknown): void
  onCancel?(): void
}

/** One place in the history; its id changes whenever the view must start anew. */
export interface Entry {
  readonly id: number
  readonly route: Route
}

export interface Waiting {
  /** Length of the history when the awaited view was on top for the first time. */
  readonly depth: number
  readonly waiter: Waiter
}

export interface RouterState {
  readonly open: boolean
  /** Never empty. */
  readonly history: readonly Entry[]
  /** The return stack, innermost last. */
  readonly waiting: readonly Waiting[]
  readonly nextId: number
}

export type RouterAction =
  | { readonly type: 'open'; readonly route: Route }
  | { readonly type: 'close' }
  /** Ignored when the same view is on top. */
  | { readonly type: 'push'; readonly route: Route; readonly waiter?: Waiter }
  | { readonly type: 'replace'; readonly route: Route }
  | { readonly type: 'reset'; readonly route: Route }
  /** Keeps the view and changes what its route says (a draft). */
  | { readonly type: 'update'; readonly route: Route }
  /** From the last entry: closes. */
  | { readonly type: 'back' }
  /**
   * Ends the innermost wait. Success stays where it is, since `onSuccess` decides; error and cancel
   * go back.
   */
  | { readonly type: 'settle'; readonly outcome: 'success' | 'error' | 'cancel' }

export const initialRouterState: RouterState = {
  open: false,
  history: [{ id: 0, route: { view: 'Connect' } }],
  waiting: [],
  nextId: 1,
}

/** The route on top. */
export function topEntry(state: RouterState): Entry {
  return state.history[state.history.length - 1] as Entry
}

/** The dialog's history as a pure function of what happened. */
export function reduceRouter(state: RouterState, action: RouterAction): RouterState {
  const top = topEntry(state)
  const toEntry = (route: Route): Entry => ({ id: state.nextId, route })
  const withOnlyRoute = (route: Route, open: boolean): RouterState => ({
    open,
    history: [toEntry(route)],
    waiting: [],
    nextId: state.nextId + 1,
  })
  switch (action.type) {
    case 'open':
      // A pre-rendered view is kept as it stands: opening it again must cost nothing.
      if (state.history.length === 1 && isSameRoute(top.route, action.route))
        return state.open ? state : { ...state, open: true }
      return withOnlyRoute(action.route, true)
    case 'close':
      return state.open ? withOnlyRoute({ view: 'Connect' }, false) : state
    case 'reset':
      return withOnlyRoute(action.route, state.open)
    case 'push': {
      if (isSameRoute(top.route, action.route)) return state
      const history = [...state.history, toEntry(action.route)]
      const waiting = action.waiter
        ? [...state.waiting, { depth: history.length, waiter: action.waiter }]
        : state.waiting
      return { ...state, history, waiting, nextId: state.nextId + 1 }
    }
    case 'replace':
      return {
        ...state,
        history: [...state.history.slice(0, -1), toEntry(action.route)],
        nextId: state.nextId + 1,
      }
    case 'update':
      if (top.route.view !== action.route.view || isSameRoute(top.route, action.route)) return state
      return {
        ...state,
        history: [...state.history.slice(0, -1), { id: top.id, route: action.route }],
      }
    case 'back': {
      if (state.history.length === 1) return reduceRouter(state, { type: 'close' })
      const history = state.history.slice(0, -1)
      return {
        ...state,
        history,
        waiting: state.waiting.filter(({ depth }) => depth <= history.length),
      }
    }
    case 'settle': {
      const innermost = state.waiting[state.waiting.length - 1]
      if (!innermost)
        return action.outcome === 'success' ? state : reduceRouter(state, { type: 'back' })
      const waiting = state.waiting.slice(0, -1)
      if (action.outcome === 'success') return { ...state, waiting }
      // Back to the view that waited, over whatever the awaited one had opened.
      return {
        ...state,
        waiting,
        history: state.history.slice(0, Math.max(1, innermost.depth - 1)),
      }
    }
  }
}
