import type { Kit, WalletLink } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Tile } from '../../../parts/Tile.tsx'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { listedChoice } from '../../connect/choice.ts'
import { browseLink } from '../browse-link.ts'

/**
 * For a wallet app on this phone: shows the link that opens the app, or that the app was opened.
 */
export function OnThisPhone({
  kit,
  modal,
  wallet,
  link,
  isSlow,
  onScan,
}: {
  readonly kit: Kit
  readonly modal: ViewModal<FurtherChunkWords>
  readonly wallet: WalletListing
  /**
   * The link that opens the app; undefined until it is made, and the button waits for it meanwhile.
   */
  readonly link: WalletLink | undefined
  readonly isSlow: boolean
  readonly onScan: () => void
}): ReactElement {
  const words = modal.words.remote
  const { name, icon, color } = listedChoice(kit, wallet)
  // When the app does not answer, this page can still be opened in the wallet's own browser.
  const browse = browseLink(wallet.id, new URL(location.href))
  const waitingText = isSlow ? words.offline : words.preparing
  return (
    <div className="connecting" data-status="waiting">
      <div className="pulse">
        <Tile name={name} icon={icon} color={color} size={72} />
      </div>
      <div role="status">
        <p className="connecting-title">{link ? words.continueIn(name) : waitingText}</p>
      </div>
      <p className="hint">{isSlow ? words.offlineHint : words.comeBack}</p>
      {link ? (
        <a className="primary" href={link.href} target={link.target} rel="noopener noreferrer">
          {words.open(name)}
          <Icon name="out" />
        </a>
      ) : (
        <button type="button" className="primary" aria-busy="true">
          {words.preparing}
        </button>
      )}
      {browse && (
        <a
          className="secondary"
          href={browse.href}
          target={browse.target}
          rel="noopener noreferrer"
        >
          {modal.words.downloads.browse(name)}
          <Icon name="out" />
        </a>
      )}
      <div className="halves">
        <button type="button" className="secondary" onClick={onScan}>
          {words.code}
        </button>
        <button
          type="button"
          className="secondary"
          onClick={() => modal.push({ view: 'Downloads', wallet })}
        >
          {words.get(name)}
        </button>
      </div>
    </div>
  )
}
