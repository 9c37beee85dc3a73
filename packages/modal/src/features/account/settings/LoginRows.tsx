import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { useWallet } from '../../../shared/use-wallet.ts'

/**
 * Settings of a visitor who logged in without a wallet app. Each opens a window of the vault during
 * the click.
 */
export function LoginRows({ modal }: { readonly modal: ViewModal }): ReactElement | null {
  const words = modal.words.settings
  const id = useId()
  const auth = useWallet()?.auth
  const session = auth?.session()
  if (!auth || !session) return null
  const email = session.identities.find(({ kind }) => kind === 'email')?.label
  const openVault = (window: 'recovery' | 'export' | 'devices' | 'delete'): void => {
    const { url } = auth.open(window)
    if (!globalThis.open(url, '_blank', `popup,width=${popupWidthPx},height=${popupHeightPx}`))
      modal.toast({ variant: 'error', text: modal.words.errors['popup-blocked'] })
  }
  const signOut = (): void =>
    void auth.signOut({ everywhere: true }).then(
      () => modal.toast({ variant: 'success', text: words.signedOut }),
      () => modal.toast({ variant: 'error', text: modal.words.errors['disconnect-failed'] }),
    )
  const rows = [
    [
      'email',
      words.email,
      () => modal.push({ view: 'UpdateEmailWallet' }),
      email ?? session.identities[0]?.label,
    ],
    [
      'recovery',
      words.recovery,
      () => openVault('recovery'),
      session.isRecoverySet ? words.recoverySet : words.recoveryUnset,
    ],
    ['export', words.exportKeys, () => openVault('export'), undefined],
    ['devices', words.devices, () => openVault('devices'), undefined],
    ['everywhere', words.signOut, signOut, undefined],
    ['delete', words.deleteAccount, () => openVault('delete'), undefined],
  ] as const
  return (
    <ul className="list">
      {rows.map(([key, name, onPress, value]) => (
        <li key={key} className="item name-row">
          <button
            type="button"
            className="row"
            aria-describedby={value && `${id}-${key}`}
            onClick={onPress}
          >
            <span className="row-text">
              <span className="row-name">{name}</span>
            </span>
          </button>
          {value && (
            <span className="beside">
              <span className="name-row-value" id={`${id}-${key}`} dir="auto">
                {value}
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
