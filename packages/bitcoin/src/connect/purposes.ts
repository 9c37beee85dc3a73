import type { WalletAddress } from '@latchkey/wbip/request'

/**
 * Adds the missing purposes to a wallet's addresses: when a wallet reports none, a Taproot address
 * beside an address of another kind is for ordinals.
 */
export function addPurposes(addresses: readonly WalletAddress[]): readonly WalletAddress[] {
  const isTaproot = ({ address }: WalletAddress) => /^(?:bc|tb|bcrt)1p/i.test(address)
  const hasNonTaproot = !addresses.every(isTaproot)
  return addresses.map((walletAddress) => ({
    ...walletAddress,
    purpose:
      walletAddress.purpose ?? (hasNonTaproot && isTaproot(walletAddress) ? 'ordinals' : 'payment'),
  }))
}
