import { type ReactElement, type ReactNode, useEffect, useReducer, useState } from 'react'
import type { LateFeatureName } from '../../contract/feature-names.ts'
import type { LoadedFeature, ViewModal } from '../../contract/view.ts'

/**
 * Draws a part of another feature. While the feature is loading, it draws rows of a list's size;
 * after a failure, it draws a button to try again.
 */
export function WithFeature<F extends LateFeatureName>({
  name,
  modal,
  loading,
  children,
}: {
  readonly name: F
  readonly modal: ViewModal
  /** Text for screen readers while the feature is loading. */
  readonly loading: string
  readonly children: (feature: LoadedFeature<F>) => ReactNode
}): ReactElement {
  const { features } = modal
  const [, again] = useReducer((count: number) => count + 1, 0)
  const [turn, setTurn] = useState(0)
  const [isFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` loads again
  useEffect(() => {
    let isUnmounted = false
    features.load(name).then(
      () => isUnmounted || again(),
      () => isUnmounted || setFailed(true),
    )
    return () => {
      isUnmounted = true
    }
  }, [features, name, turn])
  const feature = features.get(name)
  if (feature) return <>{children(feature)}</>
  if (isFailed)
    return (
      <div className="empty">
        <p>{modal.words.shell.loadFailed}</p>
        <button
          type="button"
          className="pill"
          onClick={() => {
            setFailed(false)
            setTurn(turn + 1)
          }}
        >
          {modal.words.account.retry}
        </button>
      </div>
    )
  return (
    <div className="list" aria-busy="true">
      <span className="hidden">{loading}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="row" aria-hidden="true">
          <span className="skeleton token-icon" />
          <span className="row-text">
            <span className="skeleton line-long" />
            <span className="skeleton line-short" />
          </span>
        </div>
      ))}
    </div>
  )
}
