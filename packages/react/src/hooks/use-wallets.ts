import { groupWallets, type Wallet } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useConnectors } from './use-connectors.ts'
import { useKit } from './use-kit.ts'

export declare namespace useWallets {
  interface Parameters {
    /**
     * Listings by which connectors are grouped into wallets; pass the same array on each render.
     * Default: the owner's custom wallets.
     */
    readonly listings?: readonly WalletListing[]
  }
}

/** The wallets as a visitor sees them: the connectors found so far, grouped. */
export function useWallets({ listings }: useWallets.Parameters = {}): readonly Wallet[] {
  const kit = useKit()
  const connectors = useConnectors()
  const knownListings = listings ?? kit.options.wallets?.custom
  return useMemo(() => groupWallets(connectors, knownListings ?? []), [connectors, knownListings])
}
