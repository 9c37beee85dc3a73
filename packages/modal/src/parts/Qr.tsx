import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { encode as Encode } from 'uqr'
import { qrPath } from './qr-path.ts'

export declare namespace Qr {
  interface Props {
    /** What scanning gives; while there is none its place is kept. */
    readonly text: string | undefined
    /** Accessible name. */
    readonly label: string
    /** The encoder, where it is there already: then the code stands in the first frame. */
    readonly encode?: typeof Encode
    /** A picture for the middle, 52 px. */
    readonly children?: ReactNode
  }
}

interface Drawing {
  readonly text: string
  readonly size: number
  readonly path: string
}

// Scanners need four light modules around the code, so they belong to the picture and not to a margin.
const quiet = 4
// Of the side; 5 % of the modules are missing then, a third of what error correction M makes up for.
const hole = 0.22

/** A QR code, dark on light in every theme; without `encode` its encoder is loaded when the first one is drawn. */
export function Qr({ text, label, encode, children }: Qr.Props): ReactElement {
  const hasPicture = Boolean(children)
  const [later, setLater] = useState<Drawing | null>(null)
  const now = useMemo(
    () => (encode && text !== undefined ? draw(encode, text, hasPicture) : null),
    [encode, text, hasPicture],
  )
  useEffect(() => {
    if (encode || text === undefined) return
    let isLeft = false
    import('uqr').then((uqr) => {
      if (!isLeft) setLater(draw(uqr.encode, text, hasPicture))
    })
    return () => {
      isLeft = true
    }
  }, [encode, text, hasPicture])
  const shown = now ?? (later?.text === text ? later : null)
  const side = (shown?.size ?? 29) + 2 * quiet
  return (
    <div className="code">
      <svg
        className="qr"
        role="img"
        aria-label={label}
        aria-busy={shown === null}
        viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      >
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
        {shown && <path d={shown.path} fill="#111" fillRule="evenodd" />}
      </svg>
      {hasPicture && <span className="code-picture">{children}</span>}
    </div>
  )
}

function draw(encode: typeof Encode, text: string, hasPicture: boolean): Drawing {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  // Odd, as every code's side is, so that it lies in the middle.
  const cut = hasPicture ? 2 * Math.round((size * hole - 1) / 2) + 1 : 0
  return { text, size, path: qrPath(data, cut) }
}
