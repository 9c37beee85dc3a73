import type { WalletAddress } from '@latchkey/wbip/request'

/**
 * Addresses with their purposes; when a wallet reports none, a Taproot address beside another kind
 * is for ordinals.
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
