import { isChainId } from '@latchkey/protocol'
import { z } from 'zod'

const https = z.url({ protocol: /^https$/ })
/** A link that a page may offer: `https:` or a wallet's own scheme, never one that runs code. */
const link = z
  .string()
  .refine(
    (text) =>
      /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^(?:javascript|data|blob|file|http):/i.test(text),
  )
const template = link.refine((text) => text.includes('{uri}') || text.includes('{rawUri}'))
const rdns = z.string().regex(/^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$/)
/** Names of entries in `sources.json` by field path. */
const sources = z.record(z.string(), z.array(z.string()).min(1))
const hex = z.string().regex(/^#[0-9a-f]{6}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

export const sourceTable = z.record(
  z.string(),
  z.strictObject({ licence: z.string().min(1), year: z.int().min(2020).max(2030) }),
)

const explorerId = z.string().regex(/^[0-9a-f]{64}$/)
/**
 * `observed`: a source has the whole pattern; `derived`: a base and the usual rule; null: no
 * pairing link opens it.
 */
const format = z.enum(['observed', 'derived']).nullable()

const walletFields = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string().min(1).max(40),
  rank: z.int().positive(),
  aliases: z.array(z.string().min(1)),
  families: z.array(z.string().regex(/^[-a-z0-9]{3,8}$/)).min(1),
  homepage: https.nullable(),
  explorerId: explorerId.nullable(),
  /** Superseded explorer ids. */
  otherExplorerIds: z.array(explorerId),
  rdns: rdns.nullable(),
  rdnsAliases: z.array(rdns),
  walletStandardNames: z.array(z.string().min(1)),
  providerPaths: z.array(z.string().regex(/^[\w$]+(?:\.[\w$]+)*$/)),
  injected: z.array(
    z.strictObject({
      namespace: z.string(),
      path: z.string().startsWith('window.'),
      flags: z.array(z.string().regex(/^\w+$/)),
    }),
  ),
  mobile: z.strictObject({
    native: link.nullable(),
    universal: link.nullable(),
    wcNative: template.nullable(),
    wcUniversal: template.nullable(),
  }),
  desktop: z.strictObject({ native: link.nullable(), universal: https.nullable() }),
  webApp: https.nullable(),
  formats: z.strictObject({ native: format, universal: format, desktop: format, web: format }),
  inAppBrowser: z.strictObject({ native: link.nullable(), universal: link.nullable() }),
  stores: z.strictObject({
    chrome: https.nullable(),
    firefox: https.nullable(),
    edge: https.nullable(),
    safari: https.nullable(),
    appStore: https.nullable(),
    playStore: https.nullable(),
  }),
  color: hex,
  /** Source of the tile's colour; `id` means a hue derived from the id. */
  colorOrigin: z.enum(['brandColor', 'brandColorOther', 'id']),
  sources,
})

export const walletFile = walletFields.refine(
  ({ mobile, desktop, webApp, formats }) =>
    isFormat(formats.native, mobile.native, mobile.wcNative) &&
    isFormat(formats.universal, mobile.universal, mobile.wcUniversal) &&
    isFormat(formats.desktop, desktop.native ?? desktop.universal) &&
    isFormat(formats.web, webApp),
  'formats: observed needs a pattern, derived a base and no pattern',
)
export type WalletFile = z.infer<typeof walletFile>

function isFormat(
  format: string | null,
  base: string | null,
  pattern: string | null = null,
): boolean {
  const isPattern = pattern !== null || /\{(?:uri|rawUri)\}/.test(base ?? '')
  if (format === 'observed') return isPattern
  return !isPattern && (format === null || base !== null)
}

export const networkFile = z.strictObject({
  id: z
    .string()
    .refine(isChainId)
    .transform((id) => id as `${string}:${string}`),
  /** Name of the TypeScript export. */
  key: z.string().regex(/^[a-z][a-zA-Z0-9]*$/),
  rank: z.int().positive(),
  name: z.string().min(1).max(40),
  nativeCurrency: z.strictObject({
    name: z.string().min(1),
    symbol: z.string().min(1).max(12),
    decimals: z.int().min(0).max(36),
  }),
  explorer: z
    .strictObject({ name: z.string().min(1), url: https.refine((url) => !url.endsWith('/')) })
    .nullable(),
  testnet: z.boolean(),
  contracts: z.record(z.string(), address).nullable(),
  sources,
})
export type NetworkFile = z.infer<typeof networkFile>
