import { type WalletListing, walletPageSize } from '@latchkey/protocol'
import { walletsAnswerSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const list = z
  .string()
  .max(4096)
  .optional()
  .transform((text) =>
    (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const query = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  entries: z.coerce.number().int().min(1).max(100).default(walletPageSize),
  search: z.string().max(100).default(''),
  include: list,
  exclude: list,
  chains: list,
  names: list,
  rdns: list,
  badge_type: z.enum(['none', 'certified']).optional(),
})

/** Creates the route `GET /getWallets`. */
export function walletsRoute({ wallets }: Pick<RouteServices, 'wallets'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/getWallets'],
    summary: 'Wallets by page, search and filters',
    access: 'project',
    query,
    answer: walletsAnswerSchema,
    handle: ({
      query: { page, entries, search, include, exclude, chains, names, rdns, badge_type: badge },
    }) => {
      const matchingWallets = wallets
        .search(search)
        .filter(
          (wallet) =>
            (!include.length || hasWantedId(wallet, include)) &&
            !hasWantedId(wallet, exclude) &&
            (!chains.length || servesOneOf(wallet, chains)) &&
            (badge === undefined || (wallet.badge_type ?? 'none') === badge) &&
            (!(names.length || rdns.length) ||
              names.includes(wallet.name) ||
              hasWantedKey(wallet, rdns)),
        )
      const start = (page - 1) * entries
      return {
        json: {
          count: matchingWallets.length,
          data: matchingWallets.slice(start, start + entries),
        },
      }
    },
  })
}

/**
 * Whether a wallet listing supports the requested chains. It may name namespaces (`eip155`) or
 * chains (`eip155:1`); a listing that names neither is included.
 */
function servesOneOf({ chains }: WalletListing, wantedChains: readonly string[]): boolean {
  return (
    !chains?.length ||
    wantedChains.some((id) => chains.includes(id) || chains.includes(id.split(':')[0] as string))
  )
}

/**
 * Whether a wallet listing has one of the wanted ids: its own id, or its current or a former id at
 * the WalletConnect explorer; the latter may be in upper or lower case.
 */
function hasWantedId({ id, explorer_ids }: WalletListing, wantedIds: readonly string[]): boolean {
  return wantedIds.some((one) => one === id || explorer_ids?.includes(one.toLowerCase()))
}

function hasWantedKey({ rdns, keys }: WalletListing, wantedKeys: readonly string[]): boolean {
  return wantedKeys.some((key) => key === rdns || keys?.includes(key))
}
