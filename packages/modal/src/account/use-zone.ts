import { type Kit, supportedChainsQuery } from '@latchkey/core'
import { coinTypeOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useKitQuery } from '@latchkey/react/queries'
import { useWallet } from './use-wallet.ts'

/** The operator's zone of names, where the account shown could have one of them; null where not, undefined while it is not known. */
export function useZone(kit: Kit): string | null | undefined {
  const { account, chain } = useAccount()
  const wallet = useWallet()
  const isAble = account !== undefined && coinTypeOf(chain) !== undefined && wallet?.features.signMessage !== undefined
  const served = useKitQuery((it) => (isAble && it.options.gateway ? supportedChainsQuery(it) : null))
  if (!isAble || !kit.options.gateway || served.isError) return null
  return served.data && (served.data.names?.zone ?? null)
}
