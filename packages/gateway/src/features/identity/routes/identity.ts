import type { IdentityAnswer } from '@latchkey/protocol'
import { identityCacheMs } from '@latchkey/protocol'
import { identityAnswerSchema } from '@latchkey/protocol/schema'
import { boundedCache } from '../../../base/bounded-cache.ts'
import { refusal } from '../../../base/refuse.ts'
import { familyOfAddress } from '../../../families/families.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

const emptyIdentity: IdentityAnswer = { name: null, avatar: null, resolvedAt: null }
/**
 * Seconds that the answer "no name" may be cached, for chain families whose addresses have no
 * names.
 */
const namelessCacheSeconds = 3_600
const avatarPattern =
  /^(?:https?:\/\/\S{1,2000}|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/=]{1,87400})$/i

/**
 * Creates the route `GET /v1/identity/{address}`: it answers an ENS name, else a name of the
 * operator's zone. Chain families without names get an empty answer at once.
 */
export function identityRoute({
  identities,
  names,
}: Pick<RouteServices, 'identities' | 'names'>): Route {
  const identityCache = boundedCache<IdentityAnswer>(5_000, identityCacheMs)
  return defineRoute({
    method: 'GET',
    paths: ['/v1/identity/:address', '/v1/account/:address/identity'],
    summary: 'The name of an account and its picture',
    described: { refusals: [503] },
    access: 'project',
    answer: identityAnswerSchema,
    async handle({ context, project, signal }) {
      const address = context.req.param('address') ?? ''
      const family = familyOfAddress(address)
      if (!family) throw refusal(400, 'address', 'This is no account address')
      if (!family.hasNames)
        return {
          json: emptyIdentity,
          headers: { 'cache-control': cacheControl(namelessCacheSeconds) },
        }
      const key = family.normal(address)
      const cachedIdentity = identityCache.get(key)
      const identity = cachedIdentity ?? (await findIdentity(address, signal))
      if (!cachedIdentity) identityCache.set(key, identity)
      if (!identity.name && names.zone !== undefined) {
        // An answer without an ENS name is not cached: a name in the operator's zone may be
        // registered at any moment, and its owner wants to see it.
        const ownIdentity = await ownName(address)
        return {
          json: proxiedIcon(ownIdentity, 'avatar', context, project),
          headers: { 'cache-control': 'no-cache' },
        }
      }
      const ageMs = Math.max(
        0,
        Date.now() - Date.parse(identity.resolvedAt ?? new Date().toISOString()),
      )
      const remainingSeconds = Math.max(0, Math.floor((identityCacheMs - ageMs) / 1000))
      const json = proxiedIcon(identity, 'avatar', context, project)
      // The picture's address at the image proxy contains the host name of this request, so a
      // shared cache must not keep the answer.
      const isShared = json.avatar === identity.avatar
      return {
        json,
        headers: {
          'cache-control': isShared
            ? cacheControl(remainingSeconds)
            : `private, max-age=${remainingSeconds}`,
        },
      }
    },
  })

  async function findIdentity(address: string, signal: AbortSignal): Promise<IdentityAnswer> {
    const foundIdentity = await identities.find(address, signal).catch((cause) => {
      throw refusal(503, '', `Names cannot be looked up at the moment (${cause?.name ?? 'error'})`)
    })
    return formatIdentity(foundIdentity?.name, foundIdentity?.avatar)
  }

  async function ownName(address: string): Promise<IdentityAnswer> {
    const [first] = await names.listByOwner(address)
    return formatIdentity(
      first?.name,
      (first?.attributes as Record<string, string> | undefined)?.avatar,
    )
  }
}

function cacheControl(seconds: number): string {
  return `public, max-age=${seconds}, s-maxage=${seconds}`
}

function formatIdentity(name: string | undefined, avatar: string | undefined): IdentityAnswer {
  const isImage = avatar !== undefined && avatarPattern.test(avatar)
  return {
    name: name ?? null,
    avatar: isImage ? avatar : null,
    resolvedAt: new Date().toISOString(),
  }
}
