import type { Route } from '../contract/route.ts'
import type { createFeatures } from './create-features.ts'
import type { DialogRouter } from './dialog-router.ts'

/** Milliseconds a feature may load before the dialog shows that it is loading. */
const loadingDelayMs = 150

/** Navigates to views whose code may not be loaded yet; only the latest navigation is finished. */
export interface ViewLoader {
  /**
   * Loads the view's feature before the view, so that nothing on the screen waits for code.
   * Resolves to false when another navigation began, or `drop` was called, in the meantime.
   */
  reachView(route: Route, onReached: () => void): Promise<boolean> | boolean
  /** Cancels the navigation in progress. */
  drop(): void
  /** Number of the latest navigation; every new navigation and every `drop` changes it. */
  getLatestId(): number
}

export function createViewLoader(
  features: Pick<ReturnType<typeof createFeatures>, 'findFeatureName' | 'get' | 'loadView'>,
  { getState, setState }: Pick<DialogRouter, 'getState' | 'setState'>,
): ViewLoader {
  let latestNavigationId = 0
  const hideLoading = (): void => {
    if (getState().isLoading) setState({ isLoading: false })
  }
  const reachView: ViewLoader['reachView'] = ({ view }, onReached) => {
    const navigationId = ++latestNavigationId
    const feature = features.findFeatureName(view)
    if (feature === 'connect' || features.get(feature)) {
      hideLoading()
      onReached()
      return true
    }
    const loadingTimer = setTimeout(
      () => navigationId === latestNavigationId && setState({ isLoading: true }),
      loadingDelayMs,
    )
    const endLoading = (): boolean => {
      clearTimeout(loadingTimer)
      if (navigationId !== latestNavigationId) return false
      hideLoading()
      return true
    }
    return features.loadView(view).then(
      () => {
        if (!endLoading()) return false
        onReached()
        return true
      },
      (error) => {
        endLoading()
        throw error
      },
    )
  }
  return {
    reachView,
    drop: () => {
      latestNavigationId++
      hideLoading()
    },
    getLatestId: () => latestNavigationId,
  }
}
