import type { Hex32, Metadata } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'

type Fields = Readonly<Record<string, unknown>>
const maxTextLength = 256
const maxLinkLength = 2000

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const readText = (value: unknown, limit = maxTextLength): string =>
  typeof value === 'string' ? value.slice(0, limit) : ''

/** Key and bounded metadata of a peer; undefined without a key. */
export function readPeer(
  value: unknown,
): { readonly publicKey: Hex32; readonly metadata: Metadata } | undefined {
  const { publicKey, metadata } = fieldsOf(value)
  if (!isHex32(publicKey)) return undefined
  const { name, description, url, icons, redirect } = fieldsOf(metadata)
  const { native, universal, linkMode } = fieldsOf(redirect)
  const links = {
    ...(typeof native === 'string' && native.length <= maxLinkLength && { native }),
    ...(typeof universal === 'string' && universal.length <= maxLinkLength && { universal }),
    ...(linkMode === true && { linkMode }),
  }
  return {
    publicKey,
    metadata: {
      name: readText(name),
      description: readText(description, 1000),
      url: readText(url, maxLinkLength),
      icons: (Array.isArray(icons) ? icons.slice(0, 4) : []).filter(
        (icon) => typeof icon === 'string' && icon.length <= 90_000,
      ),
      ...(Object.keys(links).length && { redirect: links }),
    },
  }
}
