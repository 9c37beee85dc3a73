import { type AccountView, getAccount } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol'
import { useRead } from './use-read.ts'

export declare namespace useAccount {
  interface Parameters {
    /** Default: the shown namespace. */
    readonly namespace?: Namespace
  }
}

/** The account, chain and connection status of a namespace. */
export function useAccount(parameters: useAccount.Parameters = {}): AccountView {
  return useRead((kit) => getAccount(kit, parameters))
}
