import { families, type SharedAccounts } from '@latchkey/signer'
import { type JSX, useState } from 'react'
import { Avatar, shortenAddress } from '../parts.tsx'
import { createFamilies, type WalletStore } from '../wallet.ts'

/**
 * Shows the accounts' addresses on Solana, Bitcoin and Stacks. The code for it is loaded when the
 * visitor unfolds it.
 */
export function OtherAccounts({ store }: { store: WalletStore }): JSX.Element {
  const [shown, setShown] = useState<SharedAccounts['offered']>()
  const [copied, setCopied] = useState('')
  if (!shown)
    return (
      <button
        type="button"
        className="small"
        onClick={() =>
          void createFamilies(store, async () => false)
            .offer(families)
            .then(setShown)
        }
      >
        Show addresses on Solana, Bitcoin and Stacks
      </button>
    )
  return (
    <ul className="list">
      {shown.flatMap(({ id, addresses }) =>
        addresses.map(({ name, address }) => (
          <li key={address} className="item">
            <Avatar address={address} isSmall />
            <span className="grow">
              {name}, account {Number(id) + 1}
              <span className="sub">{shortenAddress(address)}</span>
            </span>
            <button
              type="button"
              className="small"
              aria-label={`Copy ${name} address of account ${Number(id) + 1}`}
              onClick={() =>
                void navigator.clipboard.writeText(address).then(() => setCopied(address))
              }
            >
              {copied === address ? 'Copied' : 'Copy'}
            </button>
          </li>
        )),
      )}
    </ul>
  )
}
