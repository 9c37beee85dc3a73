import type { Stop } from '@latchkey/core'
import type { Route } from '../contract/route.ts'
import {
  initialRouterState,
  type RouterAction,
  reduceRouter,
  topEntry,
} from '../contract/router.ts'
import type { DialogState } from './dialog-state.ts'

const exitDurationMs = 200

/** The dialog's state, with the router that moves between views. */
export interface DialogRouter {
  getState(): DialogState
  setState(next: Partial<DialogState>): void
  subscribe(listener: () => void): Stop
  dispatchAction(action: RouterAction): void
  /** Removes the timer and the listeners. */
  stop(): void
}

/**
 * Creates the dialog's state and its router.
 * @param onLeave - called when the router leaves a view, with the route that follows, if the
 *   dialog stays open
 * @param onChange - called after all listeners
 */
export function createDialogRouter(
  onLeave: (fromRoute: Route, toRoute: Route | undefined) => void,
  onChange: () => void,
): DialogRouter {
  const listeners = new Set<() => void>()
  let leaveTimer: ReturnType<typeof setTimeout> | undefined
  let state: DialogState = {
    router: initialRouterState,
    entry: topEntry(initialRouterState),
    toast: null,
    refusal: null,
    isLoading: false,
    isDark: false,
  }

  const setState = (next: Partial<DialogState>): void => {
    state = { ...state, ...next }
    for (const listener of [...listeners]) {
      listener()
    }
    onChange()
  }
  const dispatchAction = (action: RouterAction): void => {
    const previousRouter = state.router
    const router = reduceRouter(previousRouter, action)
    if (router === previousRouter) return
    const endedWaits = previousRouter.waiting.filter((one) => !router.waiting.includes(one))
    clearTimeout(leaveTimer)
    const wasClosed = previousRouter.open && !router.open
    // The view that was shown last stays drawn while the dialog closes.
    if (wasClosed)
      leaveTimer = setTimeout(() => setState({ entry: topEntry(state.router) }), exitDurationMs)
    onLeave(topEntry(previousRouter).route, router.open ? topEntry(router).route : undefined)
    setState({
      router,
      entry: wasClosed ? state.entry : topEntry(router),
      refusal: null,
      again: undefined,
    })
    if (action.type !== 'settle')
      for (const { waiter } of endedWaits.reverse()) {
        waiter.onCancel?.()
      }
  }

  return {
    getState: () => state,
    setState,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    dispatchAction,
    stop: () => {
      clearTimeout(leaveTimer)
      listeners.clear()
    },
  }
}
