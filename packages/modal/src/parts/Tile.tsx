import { type ReactElement, useState } from 'react'
import { tileColor } from './tile-color.ts'

export declare namespace Tile {
  interface Props {
    readonly name: string
    /** `data:image/*` or an address of the gateway; untrusted, so only used as an image. */
    readonly icon?: string | undefined
    /** Background colour of the wallet's first letter, `#rrggbb`. */
    readonly color?: string | null | undefined
    /** Width and height in px; default 40. */
    readonly size?: number
  }
}

/** A wallet's icon, or the first letter of its name on its colour. Decoration only. */
export function Tile({ name, icon, color, size = 40 }: Tile.Props): ReactElement {
  const [broken, setBroken] = useState<string>()
  const style = { width: size, height: size, borderRadius: Math.round(size * 0.26) }
  if (icon !== undefined && icon !== broken)
    return (
      <img
        className="tile"
        src={icon}
        alt=""
        style={style}
        decoding="async"
        onError={() => setBroken(icon)}
      />
    )
  const tileColors = tileColor(name, color)
  return (
    <span
      className="tile"
      aria-hidden="true"
      // The style sheet draws the letter, because a letter in the text would become part of the
      // accessible name.
      data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
      style={{ ...style, ...tileColors, fontSize: size * 0.4 }}
    />
  )
}
