import { type ReactElement, type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { qrPath, qrUnit } from './qr-path.ts'

export declare namespace Qr {
  interface Props {
    /** Text that the QR code encodes; without it the code's space stays empty. */
    readonly text: string | undefined
    /** Accessible name of the QR code. */
    readonly label: string
    /** An image of 52 px for the middle of the code. */
    readonly children?: ReactNode
  }
}

// Scanners need an empty border of four modules around the code, so the border is part of the image
// and not a margin.
const quietZoneModules = 4
// Side of the icon as a share of the code's side. The icon hides 5 % of the modules, and error
// correction level M restores 15 %.
const iconAreaShare = 0.22
// Readers accept any of the eight masks. Searching for the best mask would choose this one for 99
// of 100 links, and would take longer than the rest of the encoding.
const qrMask = 2

/** A QR code, dark on light in every theme, drawn in the same frame in which its text arrives. */
export function Qr({ text, label, children }: Qr.Props): ReactElement {
  const hasPicture = Boolean(children)
  const { size, path } = useMemo(() => drawCode(text, hasPicture), [text, hasPicture])
  const viewBoxSize = size + 2 * quietZoneModules
  return (
    <div className="code">
      <svg
        className="qr"
        role="img"
        aria-label={label}
        aria-busy={text === undefined}
        viewBox={`${-quietZoneModules} ${-quietZoneModules} ${viewBoxSize} ${viewBoxSize}`}
      >
        <rect
          x={-quietZoneModules}
          y={-quietZoneModules}
          width={viewBoxSize}
          height={viewBoxSize}
          fill="#fff"
        />
        {path && (
          <path d={path} transform={`scale(${1 / qrUnit})`} fill="#111" fillRule="evenodd" />
        )}
      </svg>
      {hasPicture && <span className="code-picture">{children}</span>}
    </div>
  )
}

function drawCode(
  text: string | undefined,
  hasPicture: boolean,
): { readonly size: number; readonly path?: string } {
  if (text === undefined) return { size: 29 }
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: qrMask })
  // An odd size centres the empty square, because the side of every QR code is odd.
  const cutSize = hasPicture ? 2 * Math.round((size * iconAreaShare - 1) / 2) + 1 : 0
  return { size, path: qrPath(data, cutSize) }
}
