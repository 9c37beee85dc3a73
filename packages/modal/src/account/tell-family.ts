import type { Kit, Stop } from '@latchkey/core'
import { type ChainId, chainOf } from '@latchkey/protocol'
import type { ViewModal } from '../view.ts'
import { chainName } from './chain-name.ts'

/**
 * Tells by a toast that the page has gone to another network than the visitor had chosen, where the wallet just connected is of
 * another chain family.
 */
export function tellFamily(kit: Kit, modal: Pick<ViewModal, 'toast' | 'words'>): Stop {
  return kit.watch((event, { namespace, active }, before) => {
    if (event.type !== 'connect-granted' || namespace === before.namespace) return
    const wished = before.chains[before.namespace]
    // What nobody chose is missed by nobody, and what another wallet stands for is shown beside.
    if (wished === undefined || active[before.namespace] !== undefined) return
    const session = event.sessions.find((one) => one.namespace === namespace)
    if (!session) return
    const [here, there] = [chainOf(session.selected), wished].map((chain) => chainName(kit, chain as ChainId))
    modal.toast({ variant: 'success', text: modal.words.account.otherFamily(here ?? '', there ?? '') })
  })
}
