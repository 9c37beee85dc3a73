import type { ChainId } from '@latchkey/protocol'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import type { KitFailure } from '../machine/state.ts'

/** The active account's chain, and whether the account is a contract. */
export function accountPropertiesOf(
  kit: Kit,
  chain?: ChainId,
): { readonly isSmartAccount: boolean; readonly network: ChainId } {
  const view = getAccount(kit, { namespace: chain?.slice(0, chain.indexOf(':')) })
  const accountType = view.accounts.find(({ account }) => account === view.account)?.type
  return { isSmartAccount: accountType === 'smartAccount', network: chain ?? view.chain }
}

/** Writes a failure as properties of an event. */
export function failurePropertiesOf({ code, detail }: KitFailure): {
  readonly message: string
  readonly code: string
} {
  return { message: (detail ?? code).slice(0, 500), code }
}
