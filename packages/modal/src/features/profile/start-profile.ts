import { topEntry } from '../../contract/router.ts'
import type { DialogContext, ProfileScope } from '../../contract/view.ts'
import { profileWords } from '../../words/en/profile.ts'

/** Leads a visitor who added a wallet, or chose a connected one again, back to the wallets. */
export function startProfile({
  modal,
  getState,
}: Pick<DialogContext, 'modal' | 'getState'>): ProfileScope {
  const isOnTop = (): boolean => topEntry(getState().router).route.view === 'ProfileWallets'
  return {
    comeBack: (isNew) => {
      const { open, history } = getState().router
      if (!open || !history.some(({ route }) => route.view === 'ProfileWallets')) return false
      while (!isOnTop()) {
        modal.back()
      }
      const { added, switched } = profileWords
      modal.toast({ variant: 'success', text: isNew ? added : switched })
      return true
    },
    stop: () => {},
  }
}
