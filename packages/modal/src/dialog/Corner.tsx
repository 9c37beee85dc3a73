import type { ReactElement } from 'react'
import type { View, ViewModal } from '../contract/view.ts'
import { Icon } from '../parts/Icon.tsx'

/**
 * The element left of the heading: on the first view whatever the view puts there, on later views
 * the Back button.
 */
export function Corner({
  modal,
  view,
  isFirst,
}: {
  readonly modal: ViewModal
  readonly view: View
  readonly isFirst: boolean
}): ReactElement {
  const { corner } = view
  if (!isFirst)
    return (
      <button
        type="button"
        className="round back"
        part="back"
        aria-label={modal.words.shell.back}
        onClick={() => modal.back()}
      >
        <Icon name="back" />
      </button>
    )
  if (!corner) return <span />
  return (
    <button
      type="button"
      className="round"
      part="corner"
      aria-label={corner.label(modal.words)}
      onClick={() => modal.push(corner.route)}
    >
      <Icon path={corner.path} />
    </button>
  )
}
