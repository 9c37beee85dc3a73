import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { useWallet } from '../../shared/use-wallet.ts'

/** The way on where a request waits for recovery: its window of the vault opens with the press. */
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
