import type { ReadSource } from '@latchkey/core'
import { type AccountId, isDataIcon } from '@latchkey/protocol'
import { createClient, custom } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'

/**
 * Looks up the address of an ENS name; null when there is none, and for a name that ENSIP-15 does
 * not allow.
 */
export async function addressOfName(source: ReadSource, name: string): Promise<string | null> {
  const ensReader = makeEnsClient(source)
  const normalizedName = normalizeName(name)
  if (!ensReader || !normalizedName) return null
  return getEnsAddress(ensReader.client, { name: normalizedName, ...ensReader.options })
}

/**
 * Looks up the primary ENS name of an account, and verifies that the name leads back to the
 * account. The avatar is returned only if it is a `data:` image, so that no other host is
 * contacted.
 */
export async function nameOfAddress(
  source: ReadSource,
  account: AccountId,
): Promise<{ readonly name: string; readonly avatar?: string } | null> {
  const ensReader = makeEnsClient(source)
  if (!ensReader) return null
  const address = addressOfAccount(account)
  const name = await getEnsName(ensReader.client, { address, ...ensReader.options })
  if (!name || normalizeName(name) !== name) return null
  const [forward, avatar] = await Promise.all([
    getEnsAddress(ensReader.client, { name, ...ensReader.options }),
    getEnsText(ensReader.client, { name, key: 'avatar', ...ensReader.options }).catch(() => null),
  ])
  if (!forward || !isSameAddress(forward, address)) return null
  return { name, ...(isDataIcon(avatar) && { avatar }) }
}

/**
 * Makes a viem client that reads through the kit's source. Off-chain look-ups (EIP-3668) are
 * switched off, because they would contact any host that a contract names.
 */
function makeEnsClient(source: ReadSource) {
  const resolver = source.chain.contracts?.ensUniversalResolver
  if (!isAddress(resolver)) return null
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    source.request(method, params)
  const client = createClient({
    transport: custom({ request }, { retryCount: 0 }),
    ccipRead: false,
  })
  return { client, options: { universalResolverAddress: resolver as `0x${string}` } }
}

function normalizeName(name: string): string | null {
  if (name.length > 255 || !name.includes('.')) return null
  try {
    return normalize(name)
  } catch {
    return null
  }
}
