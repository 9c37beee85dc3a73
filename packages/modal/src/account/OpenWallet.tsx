import type { ReactElement } from 'react'
import { peerLink } from '../pairing/peer-link.ts'
import { readPlatform } from '../pairing/platform.ts'
import { OutIcon } from './icons.tsx'
import { usePeer } from './use-wallet.ts'

/**
 * While a wallet of this phone is asked: the link into its app, where it has said how it is opened.
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
      <OutIcon />
    </a>
  )
}
