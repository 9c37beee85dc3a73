import { createKit, type Kit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { createModal, type Modal } from '@latchkey/modal'
import type { Chain } from '@latchkey/protocol'
import type { Addresses } from './addresses.ts'
import { localChain } from './devnet.ts'
import type { Settings } from './settings.ts'

/** Public networks stand in the list so that there is something to switch to; nothing is read from them here. */
const others: readonly Chain[] = [
  {
    id: 'eip155:11155111',
    name: 'Sepolia',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
    testnet: true,
  },
]

export interface Made {
  readonly kit: Kit
  readonly modal: Modal
}

/** A kit and its dialog, as the Playground's settings want them. */
export function makeKit(settings: Settings, { gateway, evm: node }: Addresses): Made {
  const { accent, onAccent, font, radius, colorMix, colorMixStrength, mode } = settings
  const featured = settings.featured
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  const kit = createKit({
    adapters: [evm({ chains: [localChain(node), ...others] })],
    ...(settings.hasGateway ? { gateway: { url: gateway, project: 'demo' } } : {}),
    features: { ...settings.features, walletFeaturesOrder: settings.walletFeaturesOrder },
    wallets: {
      ...(featured.length > 0 ? { featured } : {}),
      ...(settings.order === 'featured first'
        ? { order: ['featured', 'recent', 'injected', 'custom', 'recommended'] }
        : {}),
    },
    metadata: { name: 'Slow Kiln', description: 'Pottery for test money' },
    enableReconnect: settings.isReconnecting,
  })
  const modal = createModal(kit, {
    theme: {
      mode,
      variables: {
        accent,
        'on-accent': onAccent,
        font,
        radius,
        'color-mix': colorMix,
        'color-mix-strength': colorMixStrength,
      },
    },
    prefetch: settings.prefetch,
    requireSupportedChain: settings.requireSupportedChain,
    ...(settings.hasLegalLinks ? { termsUrl: '#terms', privacyUrl: '#privacy' } : {}),
  })
  return { kit, modal }
}
