import type { SharedAccounts } from '@latchkey/signer'
import type { JSX } from 'react'
import { Avatar, shortenAddress } from '../parts.tsx'

/**
 * Lets the visitor choose one account for Solana, Bitcoin and Stacks, with its address for each
 * purpose.
 */
export function FamilyChoice(props: {
  readonly legend: string
  readonly offered: SharedAccounts['offered']
  readonly chosen: string | undefined
  readonly onChange: (chosen: readonly string[]) => void
}): JSX.Element {
  const { legend, offered, chosen, onChange } = props
  return (
    <fieldset>
      <legend>{legend}</legend>
      {offered.map(({ id, addresses }, i) => (
        <label key={id} className="choice">
          <Avatar address={addresses[0]?.address ?? id} />
          <span className="grow">
            Account {i + 1}
            {addresses.map(({ name, address }) => (
              <span key={address} className="sub">
                {name} {shortenAddress(address)}
              </span>
            ))}
          </span>
          <input
            type="radio"
            name="account"
            checked={chosen === id}
            onChange={() => onChange([id])}
          />
        </label>
      ))}
    </fieldset>
  )
}
