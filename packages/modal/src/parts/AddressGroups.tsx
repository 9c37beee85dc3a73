import type { ReactElement } from 'react'
import { addressGroups } from './address-groups.ts'

/** A whole address in groups of four characters; copied without gaps, and read aloud as a whole. */
export function AddressGroups({
  address,
  id,
}: {
  readonly address: string
  readonly id?: string
}): ReactElement {
  const groups = addressGroups(address)
  return (
    <span className="addr" id={id} dir="ltr">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one address never change places
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}
