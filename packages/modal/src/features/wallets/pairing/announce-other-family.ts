import { getAccount, type Kit, type Stop } from '@latchkey/core'
import { namespaceOf } from '@latchkey/protocol'
import type { ViewModal } from '../../../contract/view.ts'
import { furtherWords } from '../../../words/en/further.ts'

/**
 * Shows a toast when the visitor chose a network and then a wallet without that network's family:
 * the page would otherwise switch to another network without notice.
 */
export function announceOtherFamily(kit: Kit, modal: Pick<ViewModal, 'toast'>): Stop {
  let wantedChain = getAccount(kit).chain
  return kit.watch((event) => {
    if (event.type === 'connect-started' || event.type === 'chain-selected') {
      if (!getAccount(kit).account) wantedChain = getAccount(kit).chain
      return
    }
    if (event.type !== 'connect-granted') return
    const { account, chain } = getAccount(kit)
    const family = kit.adapters[namespaceOf(wantedChain)]?.name
    const name = kit.chains.find(({ id }) => id === chain)?.name
    const isOtherFamily = account !== undefined && namespaceOf(chain) !== namespaceOf(wantedChain)
    // Not shown when another family is connected too, because its network is unchanged.
    const isOnlyFamily = Object.keys(kit.getState().active).length === 1
    if (isOtherFamily && isOnlyFamily && family && name)
      modal.toast({ variant: 'success', text: furtherWords.family.elsewhere(name, family) })
    wantedChain = chain
  })
}
