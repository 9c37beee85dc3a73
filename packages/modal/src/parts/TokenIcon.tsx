import type { Asset } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import { avatarHues } from './avatar-hues.ts'

export declare namespace TokenIcon {
  interface Props {
    readonly asset: Pick<Asset, 'id' | 'symbol' | 'iconUrl'>
    /** Width and height in px; default 40. */
    readonly size?: number
  }
}

/** A token's icon, or its first letter on a colour computed from its id. Decoration only. */
export function TokenIcon({ asset, size = 40 }: TokenIcon.Props): ReactElement {
  const [broken, setBroken] = useState<string>()
  const style = { width: size, height: size }
  if (asset.iconUrl !== undefined && asset.iconUrl !== broken)
    return (
      <img
        className="token-icon"
        src={asset.iconUrl}
        alt=""
        style={style}
        loading="lazy"
        onError={() => setBroken(asset.iconUrl)}
      />
    )
  // The colour is computed from the id in lower case, because some lists spell a token's address in
  // another case.
  const [hue] = avatarHues(asset.id.toLowerCase())
  return (
    <span
      className="token-icon"
      aria-hidden="true"
      style={{ ...style, background: `oklch(.52 .13 ${hue})`, fontSize: size * 0.4 }}
      data-letter={[...asset.symbol][0]?.toUpperCase() ?? '?'}
    />
  )
}
