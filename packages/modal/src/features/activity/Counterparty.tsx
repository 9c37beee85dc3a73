import type { AccountId } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react/queries'
import { useEffect } from 'react'

/**
 * Looks up the name of an address; draws nothing. Mounted only for rows that the visitor looks at.
 */
export function Counterparty({
  account,
  onName,
}: {
  readonly account: AccountId
  readonly onName: (name: string) => void
}): null {
  const name = useIdentity({ account }).data?.name
  useEffect(() => {
    if (name) onName(name)
  }, [name, onName])
  return null
}
