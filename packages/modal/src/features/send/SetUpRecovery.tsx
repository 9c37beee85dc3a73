import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { useWallet } from '../../shared/use-wallet.ts'

/** Shown when a request needs recovery first: a press opens the vault's window for it. */
export function SetUpRecovery({
  modal,
  label,
}: {
  readonly modal: ViewModal
  readonly label: string
}): ReactElement | null {
  const auth = useWallet()?.auth
  if (!auth?.session()) return null
  return (
    <button
      type="button"
      className="primary"
      onClick={() => {
        if (
          !open(
            auth.open('recovery').url,
            '_blank',
            `popup,width=${popupWidthPx},height=${popupHeightPx}`,
          )
        )
          modal.toast({ variant: 'error', text: modal.words.errors['popup-blocked'] })
      }}
    >
      {label}
    </button>
  )
}
