import { timeLimit } from '@latchkey/protocol/time-limit'
import { Transformer } from '@napi-rs/image'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { ImagePort, PublicFetch, ServedImage } from '../../ports/image-port.ts'

const maxRedirects = 3
/** Maximum number of pixels of an image: a small file may decode to a huge one. */
const maxPixels = 16_000_000
const rasterTypes = new Set(['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'ico'])

/**
 * Loads images from `data:` addresses and the public web, decodes them and re-encodes them as PNG;
 * SVG and other formats are refused.
 */
export function proxiedImages(
  { images }: Pick<Config, 'images'>,
  fetchPublic: PublicFetch,
): ImagePort {
  const imageCache = boundedCache<ServedImage>(300, 3_600_000)
  return {
    async load(address, signal) {
      const cachedImage = imageCache.get(address)
      if (cachedImage) return cachedImage
      const timeLimitSignal = timeLimit(images.timeoutMs, signal)
      const bytes = /^data:/i.test(address)
        ? decodeDataUrl(address, images.maxBytes)
        : await fetchFromWeb(address, fetchPublic, images.maxBytes, timeLimitSignal)
      const image: ServedImage = {
        bytes: await redrawImage(bytes, images.sizePx, timeLimitSignal),
        type: 'image/png',
      }
      imageCache.set(address, image)
      return image
    },
  }
}

function decodeDataUrl(address: string, maxBytes: number): Uint8Array {
  const dataUrlMatch = /^data:image\/[\w.+-]+;base64,([A-Za-z\d+/]+=*)$/i.exec(address)
  if (!dataUrlMatch || (dataUrlMatch[1] as string).length > maxBytes * 1.4)
    throw refusal(404, 'image', 'The image cannot be read')
  return Buffer.from(dataUrlMatch[1] as string, 'base64')
}

async function fetchFromWeb(
  address: string,
  fetchPublic: PublicFetch,
  maxBytes: number,
  signal: AbortSignal,
) {
  let url = parsePublicUrl(address)
  for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount++) {
    const answer = await fetchPublic(url, { maxBytes, signal })
    if (answer.location !== undefined && answer.status >= 300 && answer.status < 400) {
      url = parsePublicUrl(answer.location, url)
      continue
    }
    if (answer.status !== 200) throw refusal(404, 'image', 'There is no image at this address')
    if (!answer.bytes) throw refusal(400, 'image', 'The image is too large')
    return answer.bytes
  }
  throw refusal(400, 'url', 'The address redirects too often')
}

function parsePublicUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  // Addresses with other ports are refused: otherwise the proxy could be used to scan the ports of
  // other machines.
  const isPlainHttp =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && url.port === ''
  if (!isPlainHttp || text.length > 2048)
    throw refusal(400, 'url', 'Only plain http(s) addresses on their usual ports are fetched')
  return url
}

async function redrawImage(
  bytes: Uint8Array,
  maxSide: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const image = new Transformer(bytes)
    const { width, height, format } = await image.metadata(false, signal)
    if (!rasterTypes.has(format.toLowerCase()) || width * height > maxPixels)
      throw new Error(format)
    const scale = Math.min(1, maxSide / Math.max(width, height))
    return await new Transformer(bytes)
      .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
      .png(undefined, signal)
  } catch {
    throw refusal(404, 'image', 'The address holds no raster image')
  }
}
