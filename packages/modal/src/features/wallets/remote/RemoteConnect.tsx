import { isPhone, type Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { type ReactElement, useRef, useState } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { Failure } from './Failure.tsx'
import { OnThisPhone } from './OnThisPhone.tsx'
import { PairingCode } from './PairingCode.tsx'
import { remoteStatusOf } from './remote-status.ts'
import { usePairing } from './use-pairing.ts'
import { useRestoredFocus } from './use-restored-focus.ts'

export declare namespace RemoteConnect {
  interface Props {
    readonly kit: Kit
    readonly modal: ViewModal<FurtherChunkWords>
    /** The chosen wallet; absent when any wallet may scan the code. */
    readonly wallet?: WalletListing
  }
}

/**
 * Connects a wallet outside of this browser: shows its link on this phone, a QR code for another
 * device, or why connecting failed.
 */
export function RemoteConnect({ kit, modal, wallet }: RemoteConnect.Props): ReactElement {
  const { transport, connection, uri, isRenewed, isSlow } = usePairing(kit, modal)
  const [isScanning, setScanning] = useState(!wallet || !isPhone())
  const status = remoteStatusOf(connection, uri)
  const link = wallet && modal.linkTo(wallet)
  const isPairingOpen = status === 'preparing' || status === 'ready'
  const opensOnThisPhone = wallet !== undefined && !isScanning && link !== null
  const container = useRef<HTMLDivElement>(null)
  const focusKey = opensOnThisPhone ? `here ${link !== undefined}` : 'scan'
  useRestoredFocus(container, isPairingOpen ? focusKey : status)
  if (transport === undefined) return <p className="hint">{modal.words.remote.none}</p>
  return (
    <div ref={container}>
      {!isPairingOpen && (
        <Failure
          kit={kit}
          modal={modal}
          status={status}
          error={connection.status === 'failed' ? connection.error : undefined}
          onRetry={() => modal.connect(transport, wallet)}
          {...(wallet && { wallet })}
        />
      )}
      {isPairingOpen && opensOnThisPhone && (
        <OnThisPhone
          kit={kit}
          modal={modal}
          wallet={wallet}
          link={link}
          isSlow={isSlow}
          onScan={() => setScanning(true)}
        />
      )}
      {isPairingOpen && !opensOnThisPhone && (
        <PairingCode
          kit={kit}
          modal={modal}
          uri={uri}
          isRenewed={isRenewed}
          isSlow={isSlow}
          {...(wallet && { wallet })}
          {...(link && { link })}
        />
      )}
    </div>
  )
}
