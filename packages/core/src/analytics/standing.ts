import type { ChainId } from '@latchkey/protocol'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import type { KitFailure } from '../machine/state.ts'

/** Analytics properties of an account: its chain, and whether the account is a smart contract. */
export function accountPropertiesOf(
  kit: Kit,
  chain?: ChainId,
): { readonly isSmartAccount: boolean; readonly network: ChainId } {
  const view = getAccount(kit, { namespace: chain?.slice(0, chain.indexOf(':')) })
  const accountType = view.accounts.find(({ account }) => account === view.account)?.type
  return { isSmartAccount: accountType === 'smartAccount', network: chain ?? view.chain }
}

/** Converts a failure in the kit's state to properties of an analytics event. */
export function failurePropertiesOf({ code, detail }: KitFailure): {
  readonly message: string
  readonly code: string
} {
  return { message: (detail ?? code).slice(0, 500), code }
}
