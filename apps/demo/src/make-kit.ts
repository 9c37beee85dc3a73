import { bitcoin } from '@latchkey/bitcoin'
import { createKit, type Kit } from '@latchkey/core'
import { embedded } from '@latchkey/embedded'
import { evm } from '@latchkey/evm'
import { createModal, type Modal, type Theme } from '@latchkey/modal'
import type { Chain, WalletListing } from '@latchkey/protocol'
import { solana } from '@latchkey/solana'
import { stacks } from '@latchkey/stacks'
import { walletconnect } from '@latchkey/walletconnect'
import type { Addresses } from './devnet/addresses.ts'
import { latch, localChain, otherChains, otherTokens, usdc } from './devnet/devnet.ts'
import { currencies, type Settings } from './settings/settings.ts'

/** Public networks to which the visitor can switch. The demo does not read these chains. */
const otherEvmChains: readonly Chain[] = [
  {
    id: 'eip155:11155111',
    name: 'Sepolia',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
    testnet: true,
  },
]

/** Makes the kit from the Playground's settings. */
export function makeKit(settings: Settings, addresses: Addresses): Kit {
  const { gateway, evm: node, companion, vault } = addresses
  const devnetChains = otherChains(addresses)
  const featuredWallets = settings.featured
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  const allAdapters = [
    evm({ chains: [localChain(node), ...otherEvmChains] }),
    solana({ chains: [devnetChains.solana] }),
    bitcoin({ chains: [devnetChains.bitcoin] }),
    stacks({ chains: [devnetChains.stacks] }),
  ]
  const activeAdapters = allAdapters.filter(({ namespace }) =>
    settings.families.includes(namespace),
  )
  return createKit({
    adapters: activeAdapters.length > 0 ? activeAdapters : allAdapters,
    ...(settings.hasGateway
      ? {
          gateway: { url: gateway, project: 'demo' },
          transports: [
            walletconnect({
              relays: [{ url: gateway.replace(/^http/, 'ws'), projectId: 'demo' }],
              ...(settings.hasLinkMode && { linkMode: { universal: `${location.origin}/` } }),
            }),
            ...(vault ? [embedded({ vault, project: 'demo' })] : []),
          ],
        }
      : {}),
    features: { ...settings.features, walletFeaturesOrder: settings.walletFeaturesOrder },
    wallets: {
      custom: [companionListing(companion)],
      ...(featuredWallets.length > 0 ? { featured: featuredWallets } : {}),
      ...(settings.order === 'featured first'
        ? { order: ['featured', 'recent', 'injected', 'custom', 'recommended'] }
        : {}),
    },
    // Address of the swap router that `npm start` deploys to the local chain.
    swaps: { routers: { 'eip155:31337': ['0x958eD30B0cfCf239446B831b3109f73565463bdF'] } },
    metadata: { name: 'Slow Kiln', description: 'Pottery for test money' },
    enableReconnect: settings.isReconnecting,
  })
}

/**
 * Catalogue entry of this repository's companion wallet. The wallet is a web page, which a link
 * opens like an app, and an extension, which is recognised by the entry's keys.
 */
function companionListing(url: string): WalletListing {
  return {
    id: 'companion',
    name: 'Companion',
    color: '#1e293b',
    mobile_link: url,
    webapp_link: url,
    link_mode: `${url}/wc`,
    rdns: 'dev.latchkey.companion',
    keys: ['Companion (test wallet)', 'LatchkeyCompanion.Provider'],
    chains: ['eip155', 'solana', 'bip122', 'stacks'],
  }
}

export function themeOf({
  mode,
  accent,
  onAccent,
  font,
  radius,
  colorMix,
  colorMixStrength,
}: Settings): Theme {
  const themeVariables = {
    accent,
    'on-accent': onAccent,
    font,
    radius,
    'color-mix': colorMix,
    'color-mix-strength': colorMixStrength,
  }
  return { mode, variables: themeVariables }
}

/** Makes the dialog of a kit from the present settings. A new theme can be applied to it later. */
export function makeModal(kit: Kit, settings: Settings): Modal {
  const currency = currencies.find((candidate) => candidate === settings.currency)
  return createModal(kit, {
    theme: themeOf(settings),
    tokens: [usdc, latch, ...otherTokens],
    prefetch: settings.prefetch,
    ...(currency && { currency }),
    requireSupportedChain: settings.requireSupportedChain,
    ...(settings.hasLegalLinks ? { termsUrl: '#terms', privacyUrl: '#privacy' } : {}),
  })
}

/**
 * Whether an existing dialog accepts a change of this setting; all other settings need a new kit.
 */
export function isAppliedLive(key: string): boolean {
  return ['mode', 'accent', 'onAccent', 'font', 'radius', 'colorMix', 'colorMixStrength'].includes(
    key,
  )
}
