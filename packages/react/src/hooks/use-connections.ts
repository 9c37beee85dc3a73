import { getConnections } from '@latchkey/core'
import { useMemo } from 'react'
import { useRead } from './use-read.ts'

/**
 * Returns every connection with its wallet, its accounts, its status and whether it is the active
 * one, and the recently used wallets that are not connected now.
 */
export function useConnections(): getConnections.ReturnType {
  const state = useRead(({ getState }) => {
    const { active, connections, connectors, recent } = getState()
    return { active, connections, connectors, recent }
  })
  return useMemo(() => getConnections({ getState: () => state }), [state])
}
