import type { AccountId } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react/queries'
import { useEffect } from 'react'

/** Looks up who an address is; draws nothing. Mounted only for rows that are looked at. */
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
