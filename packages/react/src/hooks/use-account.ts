import { type AccountView, getAccount } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol'
import { useRead } from './use-read.ts'

export declare namespace useAccount {
  interface Parameters {
    /** Default: the namespace shown. */
    readonly namespace?: Namespace
  }
}

/** Who is connected in a namespace, on which chain, and how far connecting is. */
export function useAccount(parameters: useAccount.Parameters = {}): AccountView {
  return useRead((kit) => getAccount(kit, parameters))
}
