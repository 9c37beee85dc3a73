import { isSameRoute, type Route } from './route.ts'

/** Callbacks of a view that waits for another view; called once, with the other view's outcome. */
export interface Waiter {
  onSuccess?(value: unknown): void
  onError?(error: unknown): void
  onCancel?(): void
}

/** One entry of the history; its id changes whenever the view must mount again. */
export interface Entry {
  readonly id: number
  readonly route: Route
}

export interface WaitingView {
  /** Length of the history when the awaited view first came on top. */
  readonly depth: number
  readonly waiter: Waiter
}

export interface RouterState {
  readonly open: boolean
  /** The views from the first to the one on top; never empty. */
  readonly history: readonly Entry[]
  /** Views that wait for another view's outcome, the innermost one last. */
  readonly waiting: readonly WaitingView[]
  readonly nextId: number
}

export type RouterAction =
  | { readonly type: 'open'; readonly route: Route }
  | { readonly type: 'close' }
  /** Puts a view on top of the history; ignored when the same view is on top. */
  | { readonly type: 'push'; readonly route: Route; readonly waiter?: Waiter }
  | { readonly type: 'replace'; readonly route: Route }
  | { readonly type: 'reset'; readonly route: Route }
  /** Keeps the view on top and changes only the parameters of its route, such as a draft. */
  | { readonly type: 'update'; readonly route: Route }
  /** Goes back one view; on the first entry it closes the dialog. */
  | { readonly type: 'back' }
  /**
   * Ends the wait of the innermost waiting view. Success does not navigate, because the view's
   * `onSuccess` decides where to go; error and cancel go back to the waiting view.
   */
  | { readonly type: 'settle'; readonly outcome: 'success' | 'error' | 'cancel' }

export const initialRouterState: RouterState = {
  open: false,
  history: [{ id: 0, route: { view: 'Connect' } }],
  waiting: [],
  nextId: 1,
}

/** The history entry on top. */
export function topEntry(state: RouterState): Entry {
  return state.history[state.history.length - 1] as Entry
}

/** Computes the dialog's next history from an action, without side effects. */
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
      // The view that was rendered before the dialog opened is kept, so that opening renders
      // nothing anew.
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
      const innermostWait = state.waiting[state.waiting.length - 1]
      if (!innermostWait)
        return action.outcome === 'success' ? state : reduceRouter(state, { type: 'back' })
      const waiting = state.waiting.slice(0, -1)
      if (action.outcome === 'success') return { ...state, waiting }
      // Goes back to the waiting view, past all views that were opened from the awaited one.
      return {
        ...state,
        waiting,
        history: state.history.slice(0, Math.max(1, innermostWait.depth - 1)),
      }
    }
  }
}
