import type { ReactNode } from 'react'
import { checksumAddress } from '../../keys/checksum-address.ts'

/** Shows an address in groups of four characters. It is read aloud and copied as one word. */
export function Address({ address }: { readonly address: string }): ReactNode {
  const fullAddress = checksumAddress(address)
  const [prefix, rest] = fullAddress.startsWith('0x')
    ? ['0x', fullAddress.slice(2)]
    : ['', fullAddress]
  const groups = rest.match(/.{1,4}/gsu) ?? []
  return (
    <span className="address">
      {prefix ? <span>{prefix}</span> : null}
      {groups.map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address keep their order.
        <span key={i}>{group}</span>
      ))}
    </span>
  )
}
