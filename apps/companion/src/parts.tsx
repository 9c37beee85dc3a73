import type { JSX, ReactNode } from 'react'

/** Tells the visitor, on every page and window, that this is a test wallet. */
export function TestBadge(): JSX.Element {
  return (
    <p className="mark">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8 3h4M9 3v5l-4 6.500a1.500 1.500 0 0 0 1.300 2.300h7.400a1.500 1.500 0 0 0 1.300-2.300L11 8V3M6.500 12.500h7" />
      </svg>
      Test wallet — local chains only
    </p>
  )
}

export function Avatar({
  address,
  isSmall = false,
}: {
  address: string
  isSmall?: boolean
}): JSX.Element {
  // The hue of an address that is not hex is computed from its characters, because not every chain
  // writes addresses in hex.
  const hue = /^0x[0-9a-f]{6}/i.test(address)
    ? Number.parseInt(address.slice(2, 8), 16) % 360
    : [...address].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <svg viewBox="0 0 40 40" className={isSmall ? 'avatar small' : 'avatar'} aria-hidden="true">
      <defs>
        <radialGradient id={`a${address}`} cx="30%" cy="30%" r="80%">
          <stop offset="0" stopColor={`oklch(0.85 0.13 ${hue})`} />
          <stop offset="1" stopColor={`oklch(0.52 0.2 ${(hue + 80) % 360})`} />
        </radialGradient>
      </defs>
      <circle cx="20" cy="20" r="20" fill={`url(#a${address})`} />
    </svg>
  )
}

export function Row({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return (
    <div className="pair">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows an address in groups of four characters, so that it can be compared by eye. */
export function Address({ value }: { value: string }): JSX.Element {
  return (
    <span className="address">
      {value.slice(0, 2) + (value.slice(2).match(/.{1,4}/g) ?? []).join(' ')}
    </span>
  )
}

export function shortenAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
