import { getConnections } from '@latchkey/core'
import { useMemo } from 'react'
import { useRead } from './use-read.ts'

/**
 * Every connection with its wallet, accounts, status and whether it is the active one, and the
 * wallets used recently that are not connected now.
 */
export function useConnections(): getConnections.ReturnType {
  const state = useRead(({ getState }) => {
    const { active, connections, connectors, recent } = getState()
    return { active, connections, connectors, recent }
  })
  return useMemo(() => getConnections({ getState: () => state }), [state])
}
