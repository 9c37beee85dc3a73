import type { ReactElement } from 'react'

/**
 * A ring that turns while something is in progress. Decoration only: a text beside it says what is
 * in progress.
 */
export function Spinner(): ReactElement {
  return (
    <svg className="spinner" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="7.500"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        opacity={0.2}
      />
      <path
        d="M10 2.500a7.500 7.500 0 0 1 7.500 7.500"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
      />
    </svg>
  )
}
