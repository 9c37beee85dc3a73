import { isImageAddress } from '@latchkey/protocol'
import type { ImagePort, PublicFetch } from '../../../ports/image-port.ts'
import { plainText } from '../../shared/plain-text.ts'

/** Name and picture of one collectible. */
export interface NftFace {
  readonly name: string | null
  /**
   * Address of the picture: `https:`, `ipfs:`, or a small `data:image/png`; shown through the image
   * proxy only.
   */
  readonly image: string | null
}

export interface DocumentDependencies {
  readonly fetchPublic: PublicFetch
  readonly images: ImagePort
  /** HTTP gateway for IPFS, ending in the content path, such as `https://ipfs.example/ipfs/`. */
  readonly ipfsGateway?: string | undefined
}

export const emptyFace: NftFace = { name: null, image: null }

const maxDocumentBytes = 262_144
/**
 * Maximum number of characters of a picture that is embedded in the document; the picture is
 * re-encoded to a small one before it is stored.
 */
const maxEmbeddedPicture = 2_000_000
const maxStoredPicture = 65_536
const maxLinkLength = 1_800
const maxRedirects = 3

/**
 * Reads the metadata document of a token (ERC-721, ERC-1155), which is embedded as `data:` or on
 * the public web. An unavailable or malformed document gives no name and picture.
 */
export async function readNftDocument(
  address: string,
  dependencies: DocumentDependencies,
  signal: AbortSignal,
): Promise<NftFace> {
  const text = /^data:/i.test(address)
    ? readEmbeddedDocument(address)
    : await fetchDocument(address, dependencies, signal)
  const document = text === undefined ? undefined : parseDocument(text)
  if (!document) return emptyFace
  const name = typeof document.name === 'string' ? plainText(document.name) : ''
  const image = [document.image, document.image_url].find(
    (one) => typeof one === 'string' && one !== '',
  )
  return {
    name: name || null,
    image: await loadPicture(image as string | undefined, dependencies, signal),
  }
}

/**
 * Returns the HTTP address of a web or `ipfs:` address; undefined for other kinds, or without an
 * IPFS gateway.
 */
export function webAddress(address: string, ipfsGateway: string | undefined): string | undefined {
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w.-]{1,128}(?:\/[^\s?#\\]*)?)$/i.exec(address)?.[1]
  if (path !== undefined && !path.split('/').includes('..'))
    return ipfsGateway === undefined ? undefined : `${ipfsGateway.replace(/\/*$/, '/')}${path}`
  return /^https?:\/\//i.test(address) && address.length <= maxLinkLength && isImageAddress(address)
    ? address
    : undefined
}

async function loadPicture(
  address: string | undefined,
  dependencies: DocumentDependencies,
  signal: AbortSignal,
): Promise<string | null> {
  if (address === undefined) return null
  if (/^ipfs:/i.test(address)) {
    const isUsableLink =
      webAddress(address, 'https://any.example/') && address.length <= maxLinkLength
    return isUsableLink ? address : null
  }
  if (!/^data:/i.test(address)) return webAddress(address, undefined) ?? null
  if (address.length > maxEmbeddedPicture) return null
  const loadedImage = await dependencies.images.load(address, signal).catch(() => undefined)
  if (!loadedImage) return null
  const dataUrl = `data:${loadedImage.type};base64,${Buffer.from(loadedImage.bytes).toString('base64')}`
  return dataUrl.length <= maxStoredPicture ? dataUrl : null
}

function readEmbeddedDocument(address: string): string | undefined {
  const dataUrlMatch = /^data:application\/json(?:;(?!base64)[\w=.-]+)*(;base64)?,/i.exec(address)
  if (!dataUrlMatch) return undefined
  const body = address.slice(dataUrlMatch[0].length)
  if (dataUrlMatch[1]) return Buffer.from(body, 'base64').toString()
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}

async function fetchDocument(
  address: string,
  dependencies: DocumentDependencies,
  signal: AbortSignal,
): Promise<string | undefined> {
  const start = webAddress(address, dependencies.ipfsGateway)
  for (let url = start ? new URL(start) : undefined, hop = 0; url && hop <= maxRedirects; hop++) {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
    const { status, location, bytes } = await dependencies.fetchPublic(url, {
      maxBytes: maxDocumentBytes,
      signal,
    })
    if (status === 200) return bytes && new TextDecoder().decode(bytes)
    const isRedirect =
      status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)
    url = isRedirect ? new URL(location, url) : undefined
  }
  return undefined
}

function parseDocument(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
