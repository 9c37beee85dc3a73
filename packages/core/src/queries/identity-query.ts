import { type AccountId, addressOf, chainOf, identityCacheMs } from '@latchkey/protocol'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { plainText } from '../plain-text.ts'
import { readSource } from '../rpc/read-source.ts'

export interface Identity {
  readonly name: string | null
  /**
   * Avatar as an `https:` or `data:image/*` URL. An `https:` URL is the original one, not yet that
   * of an image proxy.
   */
  readonly avatar: string | null
}

const emptyIdentity: Identity = { name: null, avatar: null }

/**
 * Name and avatar of an account (`account` is a CAIP-10 id); each is null when the account has
 * none, and always on test networks. The result counts as fresh for 5 min.
 */
export function identityQuery(
  kit: Kit,
  { account }: { readonly account: AccountId },
): Query<Identity> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'identity', account),
    queryFn: ({ signal } = {}) => readIdentity(kit, account, signal),
    staleTime: identityCacheMs,
  })
}

async function readIdentity(
  kit: Kit,
  account: AccountId,
  signal: AbortSignal | undefined,
): Promise<Identity> {
  const source = readSource(kit, { chain: chainOf(account), signal })
  if (source.chain.testnet) return emptyIdentity
  const { isSupported } = await import('../gateway/supported-chains.ts')
  if (await isSupported(kit, chainOf(account), signal)) {
    const { getFromGateway } = await import('../gateway/get.ts')
    const path = `v1/identity/${addressOf(account)}`
    const gatewayIdentity = await getFromGateway(kit, path, {
      query: { sender: addressOf(account) },
      read: toIdentity,
      signal,
    }).catch(() => null)
    if (gatewayIdentity) return gatewayIdentity
  }
  const { read } = adapterOf(kit, account.slice(0, account.indexOf(':')))
  const resolvedName = await read.nameOfAddress?.(source, account).catch(() => null)
  return resolvedName ? (toIdentity(resolvedName) ?? emptyIdentity) : emptyIdentity
}

function toIdentity(answer: unknown): Identity | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { name, avatar } = answer as Record<string, unknown>
  const isImage =
    typeof avatar === 'string' &&
    /^(https:\/\/|data:image\/)/.test(avatar) &&
    avatar.length <= 100_000
  return {
    // A name with invisible characters is refused, because it could look like another name.
    name:
      typeof name === 'string' && name.length > 0 && plainText(name, 255) === name ? name : null,
    avatar: isImage ? avatar : null,
  }
}
