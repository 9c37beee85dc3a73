import type { Namespace } from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import type { AccountView } from '../machine/state.ts'

/** Calls `listener` whenever the answer of `getAccount` changes. */
export function watchAccount(
  kit: Kit,
  listener: (account: AccountView, previous: AccountView) => void,
  { namespace }: { readonly namespace?: Namespace } = {},
): Stop {
  let previous = getAccount(kit, { namespace })
  return kit.subscribe(() => {
    const currentAccount = getAccount(kit, { namespace })
    if (JSON.stringify(currentAccount) === JSON.stringify(previous)) return
    const previousAccount = previous
    previous = currentAccount
    listener(currentAccount, previousAccount)
  })
}
