import type { Kit, WalletLink } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Qr } from '../../../parts/Qr.tsx'
import { Tile } from '../../../parts/Tile.tsx'
import { useCopy } from '../../../parts/use-copy.ts'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { listedChoice } from '../../connect/choice.ts'

/** The QR code for a phone, with buttons to copy its link and to open or get a wallet. */
export function PairingCode({
  kit,
  modal,
  wallet,
  uri,
  link,
  isRenewed,
  isSlow,
}: {
  readonly kit: Kit
  readonly modal: ViewModal<FurtherChunkWords>
  readonly wallet?: WalletListing
  readonly uri: string | undefined
  /** Link that opens the wallet on this device. */
  readonly link?: WalletLink
  readonly isRenewed: boolean
  readonly isSlow: boolean
}): ReactElement {
  const words = modal.words.remote
  const { copied, copyFailed } = modal.words.shell
  const choice = wallet && listedChoice(kit, wallet)
  const { copy } = useCopy((copyResult, copiedText) => {
    if (copyResult === 'copied') modal.toast({ variant: 'success', text: copied }, copiedText)
    else modal.toast({ variant: 'error', text: copyFailed })
  })
  const renewedText = isRenewed ? words.renewed : ''
  const note = isSlow ? words.offlineHint : renewedText
  return (
    <div className="scan">
      <Qr text={uri} label={words.code}>
        {choice && <Tile name={choice.name} icon={choice.icon} color={choice.color} size={52} />}
      </Qr>
      <div className="halves">
        <button
          type="button"
          className="secondary"
          onClick={() => {
            if (uri === undefined) modal.toast({ variant: 'error', text: words.notYet })
            else copy(uri)
          }}
        >
          <Icon path="M7.500 7.500h9v9h-9zM12.500 7.500v-4h-9v9h4" />
          {words.copyLink}
        </button>
        <button
          type="button"
          className="secondary"
          onClick={() => modal.push(wallet ? { view: 'Downloads', wallet } : { view: 'GetWallet' })}
        >
          {wallet ? words.get(wallet.name) : words.getAny}
        </button>
      </div>
      {wallet && link && (
        <a className="secondary" href={link.href} target={link.target} rel="noopener noreferrer">
          {words.open(wallet.name)}
          <Icon name="out" />
        </a>
      )}
      <div className="scan-note" data-said={note !== ''}>
        <p className="hint">{wallet ? words.scan(wallet.name) : words.scanAny}</p>
        <p className="hint" role="status">
          {note}
        </p>
      </div>
    </div>
  )
}
