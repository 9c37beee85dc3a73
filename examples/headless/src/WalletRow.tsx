import type { WalletLink } from '@latchkey/core'
import type { ListedWallet } from '@latchkey/react'
import type { ReactElement } from 'react'

/** One wallet: a link that opens its app on a phone, else a button. */
export function WalletRow(props: {
  readonly wallet: ListedWallet
  /** Where a press leads on a phone; undefined until the link is ready. */
  readonly link: WalletLink | null | undefined
  readonly isBusy: boolean
  readonly onChoose: () => void
}): ReactElement {
  const { wallet, link, isBusy, onChoose } = props
  const content = (
    <>
      <span className="tile" aria-hidden="true">
        {wallet.icon ? <img src={wallet.icon} alt="" /> : <Monogram wallet={wallet} />}
      </span>
      <span className="name">{wallet.name}</span>
      {wallet.isInstalled && <span className="tag">Installed</span>}
    </>
  )
  if (link)
    return (
      <a className="row" href={link.href} target={link.target} rel="noopener" onClick={onChoose}>
        {content}
      </a>
    )
  return (
    <button type="button" className="row" aria-busy={isBusy} onClick={onChoose}>
      {content}
    </button>
  )
}

function Monogram({ wallet }: { readonly wallet: ListedWallet }): ReactElement {
  return (
    <svg viewBox="0 0 40 40" role="presentation">
      <rect width="40" height="40" fill={wallet.color ?? '#64748b'} />
      <text x="20" y="27" textAnchor="middle" fontSize="19" fontWeight="700" fill="#fff">
        {[...wallet.name][0]}
      </text>
    </svg>
  )
}
