import type { WalletListing } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { getFromGateway } from './get.ts'

export interface WalletPage {
  /** Number of matching wallets on all pages together. */
  readonly count: number
  readonly data: readonly WalletListing[]
}

/**
 * Reads one page of the gateway's wallet list; invalid fields of a wallet are left out.
 * @throws what `getFromGateway` throws
 */
export function getWallets(
  kit: Kit,
  query: Readonly<Record<string, string | number | undefined>>,
  signal?: AbortSignal,
): Promise<WalletPage> {
  return getFromGateway(kit, 'getWallets', {
    query,
    signal,
    read: (answer) => {
      const { count, data } = (answer ?? {}) as { count?: unknown; data?: unknown }
      if (!Array.isArray(data) || !Number.isSafeInteger(count)) return null
      return { count: count as number, data: data.slice(0, 100).flatMap(toListing) }
    },
  })
}

const webLinks = [
  'homepage',
  'universal_link',
  'webapp_link',
  'link_mode',
  'app_store',
  'play_store',
  'chrome_store',
  'firefox_store',
] as const
const appLinks = ['mobile_link', 'desktop_link'] as const

function toListing(entry: unknown): readonly WalletListing[] {
  const raw = (entry ?? {}) as Record<string, unknown>
  const {
    id,
    name,
    image_id,
    image_url,
    rdns,
    chains,
    keys,
    explorer_ids,
    injected,
    order,
    color,
  } = raw
  if (!isText(id, 128) || !isText(name, 100)) return []
  const listing: { -readonly [K in keyof WalletListing]: WalletListing[K] } = { id, name }
  for (const field of webLinks) {
    if (isText(raw[field], 2048) && /^https:\/\//.test(raw[field])) listing[field] = raw[field]
  }
  // Checks a link of a wallet: it may have the wallet app's own scheme, but not a scheme that runs
  // script in the page.
  for (const field of appLinks) {
    if (
      isText(raw[field], 2048) &&
      /^(?!javascript|data|vbscript|blob|file)[a-z][-+.a-z\d]*:/i.test(raw[field])
    )
      listing[field] = raw[field]
  }
  if (isText(image_id, 128)) listing.image_id = image_id
  if (isText(image_url, 100_000) && /^(https?:\/\/|data:image\/)/.test(image_url))
    listing.image_url = image_url
  if (isText(rdns, 200)) listing.rdns = rdns
  if (isTexts(chains)) listing.chains = chains
  if (isTexts(keys)) listing.keys = keys
  if (isTexts(explorer_ids)) listing.explorer_ids = explorer_ids
  if (Array.isArray(injected))
    listing.injected = injected
      .slice(0, 20)
      .filter((one) => isText(one?.namespace, 32) && isText(one?.injected_id, 100))
      .map(({ namespace, injected_id }) => ({ namespace, injected_id }))
  if (raw.badge_type === 'certified') listing.badge_type = raw.badge_type
  if (typeof order === 'number' && Number.isFinite(order)) listing.order = order
  if (isText(color, 7) && /^#[\da-f]{6}$/i.test(color)) listing.color = color
  return [listing]
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 500 && value.every((one) => isText(one, 200))
}
