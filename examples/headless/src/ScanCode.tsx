import type { ListedWallet, usePairing } from '@latchkey/react'
import { type ReactElement, useMemo } from 'react'
import { encode } from 'uqr'
import { Failure } from './Failure.tsx'

/** The code that a wallet on a phone scans. */
export function ScanCode({
  wallet,
  pairing,
  onBack,
}: {
  readonly wallet: ListedWallet
  readonly pairing: usePairing.ReturnType
  readonly onBack: () => void
}): ReactElement {
  const { uri, expiresAt, error, start } = pairing
  return (
    <section className="card" aria-labelledby="scan">
      <button type="button" className="back" onClick={onBack}>
        Back
      </button>
      <h1 id="scan">Scan with {wallet.name}</h1>
      {error ? (
        <Failure
          title={`${wallet.name} did not connect`}
          error={error}
          onRetry={() => void start()}
        />
      ) : (
        <>
          <Code text={uri} />
          <p role="status" className="quiet">
            {expiresAt === undefined
              ? 'Making a code'
              : `Valid until ${new Date(expiresAt).toLocaleTimeString()}`}
          </p>
        </>
      )}
      {uri && (
        <button
          type="button"
          className="secondary"
          onClick={() => void navigator.clipboard?.writeText(uri)}
        >
          Copy the link
        </button>
      )}
    </section>
  )
}

/** A QR code, dark on light in every theme, because many cameras read no other. */
function Code({ text }: { readonly text: string | undefined }): ReactElement {
  const { size, path } = useMemo(() => {
    if (text === undefined) return { size: 29, path: '' }
    const code = encode(text, { ecc: 'M', border: 4 })
    const squares = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    )
    return { size: code.size, path: squares.join('') }
  }, [text])
  return (
    <svg
      className="code"
      role="img"
      aria-label="QR code"
      aria-busy={text === undefined}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  )
}
