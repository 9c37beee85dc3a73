import { readPlatform } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { peerLink } from '../shared/peer-link.ts'
import { usePeer } from '../shared/use-wallet.ts'
import { ExternalLinkIcon } from './icons.tsx'

/**
 * Shows the link that opens a wallet app on this phone while that wallet is being asked; nothing
 * when it has no link.
 */
export function OpenWallet({
  label,
  account,
}: {
  readonly label: (wallet: string) => string
  /** The account whose wallet is opened; default the account that is shown. */
  readonly account?: AccountId
}): ReactElement | null {
  const peer = usePeer(account)
  const link = peer && peerLink(peer, readPlatform())
  if (!link) return null
  return (
    <a className="primary" href={link.href} target={link.target} rel="noopener noreferrer">
      {label(peer.name)}
      <ExternalLinkIcon />
    </a>
  )
}
