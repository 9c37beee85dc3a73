import { note } from '@latchkey/core'
import type { ReactElement } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import type { View, ViewProps } from '../../view.ts'
import { listedChoice } from '../../wallet/choice.ts'
import { downloads } from '../../wallet/downloads.ts'
import { isPhone } from '../../wallet/is-phone.ts'

function Downloads({ kit, modal, route }: ViewProps<'Downloads'>): ReactElement {
  const words = modal.words.downloads
  const { icon, color, name } = listedChoice(kit, route.wallet)
  const links = downloads(route.wallet, navigator.userAgent, isPhone())
  return (
    <div className="get">
      <div className="pulse still">
        <Tile name={name} icon={icon} color={color} size={72} />
      </div>
      <p className="hint">{links.length > 0 ? words.hint(name) : words.none}</p>
      {links.map(({ kind, href }, i) => (
        <a
          key={kind}
          className={i === 0 ? 'primary' : 'secondary'}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => note(kit, { type: 'wallet-sought', listing: route.wallet, kind })}
        >
          {words[kind]}
          <Icon name="out" />
        </a>
      ))}
    </div>
  )
}

export const downloadsView: View<'Downloads'> = {
  heading: (words, { wallet }) => words.downloads.heading(wallet.name),
  component: Downloads,
}
