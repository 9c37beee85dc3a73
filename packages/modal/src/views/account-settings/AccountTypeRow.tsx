import { useAccount } from '@latchkey/react'
import { type ReactElement, useId } from 'react'
import { accountPair } from '../../account/account-pair.ts'
import type { ViewModal } from '../../view.ts'

/** Which of the key's two accounts is shown, and the way to the other; nothing where there is one only. */
export function AccountTypeRow({ modal }: { readonly modal: ViewModal }): ReactElement | null {
  const words = modal.words.settings
  const id = useId()
  const { account, accounts } = useAccount()
  const pair = accountPair(accounts)
  if (!pair) return null
  return (
    <div className="item name-row">
      <button type="button" className="row" aria-describedby={id} onClick={() => modal.push({ view: 'UpgradeWallet' })}>
        <span className="row-text">
          <span className="row-name">{words.accountType}</span>
        </span>
      </button>
      <span className="beside">
        <span className="name-row-value" id={id}>
          {words.type[account === pair.smart.account ? 'smartAccount' : 'eoa']}
        </span>
      </span>
    </div>
  )
}
