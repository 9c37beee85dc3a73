import { type Kit, supportedChainsQuery } from '@latchkey/core'
import { useAccount } from '@latchkey/react'
import { useKitQuery, useNamesOf } from '@latchkey/react/queries'
import { useWallet } from './use-wallet.ts'

export interface OwnName {
  /**
   * The operator's zone, where the account shown could have a name of it; null where not, undefined
   * while it is not known.
   */
  readonly zone: string | null | undefined
  /** The name it has there. */
  readonly name: string | undefined
  /** It can have no further one there. */
  readonly isFull: boolean
  /** Neither is known yet. */
  readonly isReading: boolean
}

/** Whether names are given away to the account shown, and which it has. */
export function useOwnName(kit: Kit): OwnName {
  const { account, namespace } = useAccount()
  const wallet = useWallet()
  const hasNames = kit.adapters[namespace]?.read.addressOfName !== undefined
  const isAble = account !== undefined && hasNames && wallet?.features.signMessage !== undefined
  const served = useKitQuery((it) =>
    isAble && it.options.gateway ? supportedChainsQuery(it) : null,
  )
  const zone =
    !isAble || !kit.options.gateway || served.isError
      ? null
      : served.data && (served.data.names?.zone ?? null)
  const names = useNamesOf({ account: zone ? account : undefined })
  const most = served.data?.names?.perAddress
  return {
    zone,
    name: names.data?.[0]?.name,
    isFull: most !== undefined && (names.data?.length ?? 0) >= most,
    isReading: zone === undefined || (zone !== null && names.isPending),
  }
}
