import type { Connector } from '@latchkey/core'
import { useAccount, useRead } from '@latchkey/react'

/** The connector behind the account shown, while there is one. */
export function useWallet(): Connector | undefined {
  const { connectorId } = useAccount()
  return useRead((kit) => (connectorId === undefined ? undefined : kit.getState().connectors[connectorId]))
}
