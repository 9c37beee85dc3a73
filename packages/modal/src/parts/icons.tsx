import type { ReactElement } from 'react'

/**
 * Draws one icon with strokes of 1.5 px and round ends. It is decoration only, because the control
 * around it has a name.
 */
export function StrokeIcon({
  d,
  size = 20,
  stroke = 1.5,
}: {
  readonly d: string
  /** Width and height in px. */
  readonly size?: number
  /** Width of the strokes in units of the view box, which is 20 wide. */
  readonly stroke?: number
}): ReactElement {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  )
}

/** Icon of an arrow that points out, for sending. */
export function SendIcon(): ReactElement {
  return <StrokeIcon d="M5 15 15 5M7.500 5H15v7.500" />
}

/** Icon of an arrow that points in, for receiving. */
export function ReceiveIcon(): ReactElement {
  return <StrokeIcon d="M15 5 5 15M5 7.500V15h7.500" />
}

/** Icon of two arrows, one up, one down, for swapping. */
export function SwapIcon(): ReactElement {
  return <StrokeIcon d="M7 15.500v-11m-3 3 3-3 3 3M13 4.500v11m-3-3 3 3 3-3" />
}

/** Icon of a bank card, for buying. */
export function BuyIcon(): ReactElement {
  return (
    <StrokeIcon d="M3 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 8.500h14M6 12h2.500" />
  )
}

/** Icon of two sheets, for copying. */
export function CopyIcon(): ReactElement {
  return (
    <StrokeIcon
      size={16}
      d="M9 7h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M4 12.500V6a2 2 0 0 1 2-2h6.500"
    />
  )
}

/** Icon of an arrow that leaves a box, for a link to an external page. */
export function ExternalLinkIcon(): ReactElement {
  return (
    <StrokeIcon
      size={16}
      d="M8 5H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M11 4h5v5M16 4l-7 7"
    />
  )
}

/** Icon of two arrows, for switching the unit of an amount. */
export function SwitchUnitIcon(): ReactElement {
  return (
    <StrokeIcon
      d="M6 16V4.500M3.500 7 6 4.500 8.500 7M14 4v11.500M11.500 13l2.500 2.500 2.500-2.500"
      size={14}
      stroke={2}
    />
  )
}
