import { isPhone, note } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Tile } from '../../../parts/Tile.tsx'
import { canReachWallet } from '../../connect/can-reach-wallet.ts'
import { listedChoice } from '../../connect/choice.ts'
import { transportOf } from '../../connect/transport-of.ts'
import { browseLink } from '../browse-link.ts'
import { listDownloads } from '../list-downloads.ts'

function Downloads({ kit, modal, route }: ViewProps<'Downloads'>): ReactElement {
  const words = modal.words.downloads
  const { icon, color, name } = listedChoice(kit, route.wallet)
  const links = listDownloads(route.wallet, navigator.userAgent, isPhone())
  // A wallet that this page can connect is not offered a link to open the page in its own browser.
  const isReachableHere =
    transportOf(kit.getState()) !== undefined && canReachWallet(route.wallet, isPhone())
  const walletBrowserLink = isReachableHere
    ? null
    : browseLink(route.wallet.id, new URL(location.href))
  const installHint = links.length > 0 ? words.hint(name) : words.none
  return (
    <div className="get">
      <div className="pulse still">
        <Tile name={name} icon={icon} color={color} size={72} />
      </div>
      <p className="hint">{walletBrowserLink ? words.browseHint(name) : installHint}</p>
      {walletBrowserLink && (
        <a
          className="primary"
          href={walletBrowserLink.href}
          target={walletBrowserLink.target}
          rel="noopener noreferrer"
        >
          {words.browse(name)}
          <Icon name="out" />
        </a>
      )}
      {links.map(({ kind, href }, i) => (
        <a
          key={kind}
          className={i === 0 && !walletBrowserLink ? 'primary' : 'secondary'}
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
