import { type Kit, supportedChainsQuery } from '@latchkey/core'
import { useAccount } from '@latchkey/react'
import { useKitQuery, useNamesOf } from '@latchkey/react/queries'
import { useWallet } from './use-wallet.ts'

export interface AccountNames {
  /**
   * The operator's zone of names; null when the shown account can have no name in it, undefined
   * while unknown.
   */
  readonly zone: string | null | undefined
  /** The account's name in the operator's zone. */
  readonly name: string | undefined
  /** Whether the account already has as many names in the zone as it may have. */
  readonly isFull: boolean
  /** Whether the zone, or the names in it, are still being read. */
  readonly isReading: boolean
}

/** Whether the shown account can register names, and the name that it already has. */
export function useOwnName(kit: Kit): AccountNames {
  const { account, namespace } = useAccount()
  const wallet = useWallet()
  const hasNames = kit.adapters[namespace]?.read.addressOfName !== undefined
  const canHaveName =
    account !== undefined && hasNames && wallet?.features.signMessage !== undefined
  const chainsQuery = useKitQuery((queryKit) =>
    canHaveName && queryKit.options.gateway ? supportedChainsQuery(queryKit) : null,
  )
  const zone =
    !canHaveName || !kit.options.gateway || chainsQuery.isError
      ? null
      : chainsQuery.data && (chainsQuery.data.names?.zone ?? null)
  const names = useNamesOf({ account: zone ? account : undefined })
  const maxNames = chainsQuery.data?.names?.perAddress
  return {
    zone,
    name: names.data?.[0]?.name,
    isFull: maxNames !== undefined && (names.data?.length ?? 0) >= maxNames,
    isReading: zone === undefined || (zone !== null && names.isPending),
  }
}
