import type { Peer } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'

/**
 * The listing whose links have the same scheme or host as the links of the remote wallet. An equal
 * name is not enough, because any wallet can report any name.
 */
export function peerListing(
  peer: Peer,
  listings: readonly WalletListing[],
): WalletListing | undefined {
  const peerOrigins = [peer.native, peer.universal]
    .map(linkOriginOf)
    .filter((linkOrigin) => linkOrigin !== undefined)
  return listings.find(({ mobile_link, universal_link, link_mode, webapp_link }) =>
    [mobile_link, universal_link, link_mode, webapp_link].some((link) => {
      const linkOrigin = linkOriginOf(link)
      return linkOrigin !== undefined && peerOrigins.includes(linkOrigin)
    }),
  )
}

/** `https://host` of a web link, `scheme:` of an app link. */
function linkOriginOf(link: string | null | undefined): string | undefined {
  const [, scheme = '', host = ''] =
    /^([a-z][-+.a-z0-9]*):(?:\/\/([^/?#]*))?/i.exec(link ?? '') ?? []
  if (scheme === '') return undefined
  return (/^https?$/i.test(scheme) ? `${scheme}://${host}` : `${scheme}:`).toLowerCase()
}
