import type { ReactElement } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import type { Consent } from './Legal.tsx'
import { transportOf } from './transport-of.ts'

type Props = Pick<ViewProps<'Connect'>, 'kit' | 'modal'> & { readonly consent: Consent }

/**
 * Button to connect a wallet on another device. The QR code is prepared as soon as the pointer is
 * over the button.
 */
export function CodeButton({ kit, modal, consent }: Props): ReactElement | undefined {
  const transport = transportOf(kit.getState())
  const preparePairingCode = (): void => modal.prepare()()
  return (
    transport && (
      <button
        type="button"
        className="secondary"
        onPointerEnter={preparePairingCode}
        onFocus={preparePairingCode}
        onClick={() => consent.ask(() => modal.connect(transport.id))}
      >
        <Icon name="code" />
        {modal.words.connect.code}
      </button>
    )
  )
}

/** The buttons below the wallets of Connect: the QR code and the list of all wallets. */
export function FurtherConnectButtons({ kit, modal, consent }: Props): ReactElement {
  const isCodeAmongWallets = kit.options.wallets?.order?.includes('walletConnect')
  return (
    <div className="ways">
      {!isCodeAmongWallets && <CodeButton kit={kit} modal={modal} consent={consent} />}
      {kit.getState().features.allWallets !== false && (
        <button
          type="button"
          className="secondary"
          onClick={() => consent.ask(() => modal.push({ view: 'AllWallets' }))}
        >
          <Icon name="grid" />
          {modal.words.connect.allWallets}
        </button>
      )}
    </div>
  )
}
