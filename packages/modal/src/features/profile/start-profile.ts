import type { Kit } from '@latchkey/core'
import { topEntry } from '../../contract/router.ts'
import type { DialogContext, ProfileScope } from '../../contract/view.ts'
import { profileWords } from '../../words/en/profile.ts'

/**
 * Starts the feature: after a wallet was added, or a connected one was chosen again, it leads the
 * visitor back to the list of wallets.
 */
export function startProfile({
  kit,
  modal,
  getState,
}: Pick<DialogContext, 'kit' | 'modal' | 'getState'>): ProfileScope {
  const isOnTop = (): boolean => topEntry(getState().router).route.view === 'ProfileWallets'
  /** Ids of the connected wallets when their list was last shown. */
  let listedIds = connectedIds(kit)
  const stop = kit.watch(() => {
    if (isOnTop()) listedIds = connectedIds(kit)
  })
  return {
    comeBack: () => {
      const { open, history } = getState().router
      if (!open || !history.some(({ route }) => route.view === 'ProfileWallets')) return false
      const isNew = connectedIds(kit).some((id) => !listedIds.includes(id))
      while (!isOnTop()) {
        modal.back()
      }
      const { added, switched } = profileWords
      modal.toast({ variant: 'success', text: isNew ? added : switched })
      return true
    },
    stop,
  }
}

function connectedIds(kit: Kit): readonly string[] {
  const { connections } = kit.getState()
  return Object.keys(connections).filter((id) => connections[id]?.status === 'connected')
}
