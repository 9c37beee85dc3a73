import { readPlatform } from '@latchkey/core'
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
}: {
  readonly label: (wallet: string) => string
}): ReactElement | null {
  const peer = usePeer()
  const link = peer && peerLink(peer, readPlatform())
  if (!link) return null
  return (
    <a className="primary" href={link.href} target={link.target} rel="noopener noreferrer">
      {label(peer.name)}
      <ExternalLinkIcon />
    </a>
  )
}
