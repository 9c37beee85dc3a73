import { type ReactElement, useEffect, useState } from 'react'
import { qrPath } from './qr-path.ts'

export declare namespace Qr {
  interface Props {
    /** What scanning gives. */
    readonly text: string
    /** Accessible name. */
    readonly label: string
  }
}

interface Drawing {
  readonly text: string
  readonly size: number
  readonly path: string
}

// Scanners need four light modules around the code, so they belong to the picture and not to a margin.
const quiet = 4

/** A QR code, dark on light in every theme; the encoder is loaded when the first one is drawn. */
export function Qr({ text, label }: Qr.Props): ReactElement {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let isLeft = false
    import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      if (!isLeft) setDrawing({ text, size, path: qrPath(data) })
    })
    return () => {
      isLeft = true
    }
  }, [text])
  const shown = drawing?.text === text ? drawing : null
  const side = (shown?.size ?? 29) + 2 * quiet
  return (
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
  )
}
