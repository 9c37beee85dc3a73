import { type ReactElement, type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { qrPath, qrUnit } from './qr-path.ts'

export declare namespace Qr {
  interface Props {
    /** What scanning gives; while there is none its place is kept. */
    readonly text: string | undefined
    /** Accessible name. */
    readonly label: string
    /** A picture for the middle, 52 px. */
    readonly children?: ReactNode
  }
}

// Scanners need four light modules around the code, so they belong to the picture and not to a
// margin.
const quiet = 4
// Of the side; 5 % of the modules are missing then, a third of what error correction M makes up
// for.
const hole = 0.22
// Readers take any. A search among the eight ends here for 99 of 100 links, and takes longer than
// all the rest.
const mask = 2

/** A QR code, dark on light in every theme, in the first frame that has its text. */
export function Qr({ text, label, children }: Qr.Props): ReactElement {
  const hasPicture = Boolean(children)
  const { size, path } = useMemo(() => drawCode(text, hasPicture), [text, hasPicture])
  const side = size + 2 * quiet
  return (
    <div className="code">
      <svg
        className="qr"
        role="img"
        aria-label={label}
        aria-busy={text === undefined}
        viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      >
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
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
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: mask })
  // Odd, as every code's side is, so that it lies in the middle.
  const cut = hasPicture ? 2 * Math.round((size * hole - 1) / 2) + 1 : 0
  return { size, path: qrPath(data, cut) }
}
