import type { JSX } from 'react'
import { Avatar, shortenAddress } from '../parts.tsx'

/** Lets the visitor choose accounts: any number of them, or one only. */
export function AccountChoice(props: {
  readonly legend: string
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly isSingle?: boolean
  readonly onChange: (chosen: readonly string[]) => void
}): JSX.Element {
  const { legend, offered, chosen, isSingle = false, onChange } = props
  return (
    <fieldset>
      <legend>{legend}</legend>
      {offered.map((address, i) => (
        <label key={address} className="choice">
          <Avatar address={address} />
          <span className="grow">
            Account {i + 1}
            <span className="sub">{shortenAddress(address)}</span>
          </span>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name="account"
            checked={chosen.includes(address)}
            onChange={({ target }) =>
              onChange(
                isSingle
                  ? [address]
                  : offered.filter((account) =>
                      account === address ? target.checked : chosen.includes(account),
                    ),
              )
            }
          />
        </label>
      ))}
    </fieldset>
  )
}
