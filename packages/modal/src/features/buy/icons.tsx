import type { ReactElement } from 'react'
import { StrokeIcon } from '../../parts/icons.tsx'

/** Icon of a percent sign, for fees. */
export function PercentIcon(): ReactElement {
  return (
    <StrokeIcon d="M15 5 5 15M8 6.500a1.500 1.500 0 1 1-3 0a1.500 1.500 0 0 1 3 0M15 13.500a1.500 1.500 0 1 1-3 0a1.500 1.500 0 0 1 3 0" />
  )
}

/** Icon of a coin. */
export function CoinIcon(): ReactElement {
  return (
    <StrokeIcon d="M17 10a7 7 0 1 1-14 0a7 7 0 0 1 14 0M10 6.500v7M12 8.300a2 1.500 0 0 0-2-1.100c-2.800 0-2.800 2.800 0 2.800s2.800 2.800 0 2.800a2 1.500 0 0 1-2-1.100" />
  )
}

/** Icon of a building with columns, for an exchange. */
export function ExchangeIcon(): ReactElement {
  return (
    <StrokeIcon d="M3.500 8 10 4l6.500 4zM5.500 8v6M8.500 8v6M11.500 8v6M14.500 8v6M3.500 16h13" />
  )
}
