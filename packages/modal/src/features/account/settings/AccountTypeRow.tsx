import type { Kit } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { type ReactElement, useEffect, useId, useReducer } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import { accountPair } from '../../../shared/account-pair.ts'
import { chainName } from '../../../shared/chain-name.ts'
import { useWallet } from '../../../shared/use-wallet.ts'

/**
 * Shows whether the key's externally owned account or its smart account is selected, with a button
 * to switch; nothing when the key has only one account. Below, it shows a contract that controls
 * the externally owned account (EIP-7702), when the wallet reports one.
 */
export function AccountTypeRow({
  kit,
  modal,
}: {
  readonly kit: Kit
  readonly modal: ViewModal
}): ReactElement {
  const words = modal.words.settings
  const id = useId()
  const { account, accounts } = useAccount()
  const wallet = useWallet()
  const smartAccountPair = accountPair(accounts)
  const ownAccount = accounts.find(({ type }) => type === 'eoa')
  return (
    <>
      {smartAccountPair && (
        <div className="item name-row">
          <button
            type="button"
            className="row"
            aria-describedby={id}
            onClick={() => modal.push({ view: 'UpgradeWallet' })}
          >
            <span className="row-text">
              <span className="row-name">{words.accountType}</span>
            </span>
          </button>
          <span className="beside">
            <span className="name-row-value" id={id}>
              {words.type[account === smartAccountPair.smart.account ? 'smartAccount' : 'eoa']}
            </span>
          </span>
        </div>
      )}
      {ownAccount && wallet?.features.readDelegation && (
        <LazyDelegation kit={kit} modal={modal} account={ownAccount.account} />
      )}
    </>
  )
}

/**
 * Draws nothing until the code for smart accounts is loaded. No space is reserved meanwhile,
 * because most accounts have no delegation to show.
 */
function LazyDelegation(props: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly account: AccountId
}): ReactElement | null {
  const { features } = props.modal
  const { chain } = useAccount()
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    features.load('smart-account').then(again, () => {})
  }, [features])
  const feature = features.get('smart-account')
  if (!feature) return null
  const { DelegationNote } = feature.parts
  const network = chainName(props.kit, chain)
  return (
    <DelegationNote
      key={props.account}
      {...props}
      network={network}
      words={feature.words.delegation}
    />
  )
}
