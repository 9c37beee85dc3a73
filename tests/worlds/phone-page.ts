import { devnetChain } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from './stage/setup.ts'
import type { Theatre } from './stage.ts'
import { forms } from './view-world.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/**
 * A page for visitors with a wallet on another device, or on this phone; without a wallet in the
 * browser or a node.
 */
export async function openPhonePage(
  theatre: Theatre | undefined,
  form: 'desktop' | 'phone',
  setup: Partial<Setup> = {},
): Promise<Page> {
  if (!theatre) throw new Error('no theatre')
  const chains = [{ ...devnetChain(), rpcUrls: [] }]
  const { page } = await theatre.open(
    { chains, hasPhone: true, wallets: [], kit: {}, ...setup },
    { ...forms[form], ...(form === 'phone' && { userAgent: iPhone }) },
  )
  page.setDefaultTimeout(stepTimeout)
  return page
}
