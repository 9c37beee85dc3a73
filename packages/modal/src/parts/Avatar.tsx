import { type ReactElement, useId, useState } from 'react'
import { avatarHues } from './avatar-hues.ts'

export declare namespace Avatar {
  interface Props {
    /** Address of the account without a CAIP-10 prefix; the gradient is computed from it. */
    readonly address: string
    /** An image the page may load: `data:image/…` or an address of the gateway's image proxy. */
    readonly image?: string | undefined
    /** Width and height in px; default 64. */
    readonly size?: number
  }
}

/**
 * Image of an account: its own image if it has one that loads, else a gradient computed from its
 * address. Decoration only.
 */
export function Avatar({ address, image, size = 64 }: Avatar.Props): ReactElement {
  const [broken, setBroken] = useState<string>()
  const id = useId()
  if (image !== undefined && image !== broken)
    return (
      <img
        className="avatar"
        src={image}
        alt=""
        width={size}
        height={size}
        onError={() => setBroken(image)}
      />
    )
  const [a, b, c] = avatarHues(address)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <defs>
        <radialGradient id={id} cx=".3" cy=".25" r=".95">
          <stop offset="0" stopColor={`oklch(.86 .14 ${a})`} />
          <stop offset=".5" stopColor={`oklch(.66 .19 ${b})`} />
          <stop offset="1" stopColor={`oklch(.5 .2 ${c})`} />
        </radialGradient>
      </defs>
      <circle cx="32" cy="32" r="32" fill={`url(#${id})`} />
    </svg>
  )
}
