import { type AccountView, type ChainIdOf, getAccount, type RegisteredKit } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol'
import { useRead } from './use-read.ts'

export declare namespace useAccount {
  interface Parameters<N extends Namespace = Namespace> {
    /** Namespace (chain family) of the account; default: the one that the page shows. */
    readonly namespace?: N
  }
  type ReturnType<N extends Namespace = Namespace> = AccountView<N, ChainIdOf<RegisteredKit>>
}

/**
 * The account, chain and connection status of a namespace. `account` and `address` are present only
 * when `status` is `connected`.
 *
 * @example
 * const wallet = useAccount({ namespace: 'eip155' })
 * return wallet.status === 'connected' ? <p>{wallet.address}</p> : <p>No wallet yet.</p>
 */
export function useAccount<N extends Namespace = Namespace>(
  parameters: useAccount.Parameters<N> = {},
): useAccount.ReturnType<N> {
  return useRead((kit) => getAccount(kit as RegisteredKit, parameters))
}
