import type { ReactElement } from 'react'

const family = {
  viewBox: '0 0 20 20',
  width: 20,
  height: 20,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** An arrow that leaves. */
export function SendIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family}>
      <path d="M5 15 15 5M7.500 5H15v7.500" />
    </svg>
  )
}

/** An arrow that arrives. */
export function ReceiveIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family}>
      <path d="M15 5 5 15M5 7.500V15h7.500" />
    </svg>
  )
}

/** Two arrows, one up, one down. */
export function SwapIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family}>
      <path d="M7 15.500v-11m-3 3 3-3 3 3M13 4.500v11m-3-3 3 3 3-3" />
    </svg>
  )
}

/** A bank card. */
export function BuyIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family}>
      <path d="M3 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 8.500h14M6 12h2.500" />
    </svg>
  )
}

/** Two sheets. */
export function CopyIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family} width={16} height={16}>
      <path d="M9 7h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M4 12.500V6a2 2 0 0 1 2-2h6.500" />
    </svg>
  )
}

/** A page elsewhere. */
export function OutIcon(): ReactElement {
  return (
    <svg aria-hidden="true" {...family} width={16} height={16}>
      <path d="M8 5H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M11 4h5v5M16 4l-7 7" />
    </svg>
  )
}
