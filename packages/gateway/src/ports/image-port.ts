/** A re-encoded raster image, ready to be sent to a page. */
export interface ServedImage {
  readonly bytes: Uint8Array
  readonly type: 'image/png'
}

/** Fetches and re-encodes images from the public internet. */
export interface ImagePort {
  /**
   * Fetches and re-encodes one image.
   * @throws a refusal: 400 for an address that must not be fetched, 404 for anything but an image,
   *   503 when the fetch fails
   */
  load(address: string, signal?: AbortSignal): Promise<ServedImage>
}

/**
 * Fetches bytes from the public internet only: private addresses are refused, also after a DNS
 * look-up and after redirects. With `post` the body is sent in a POST request, and the result is
 * returned as soon as the status is known.
 */
export type PublicFetch = (
  url: URL,
  limits: {
    readonly maxBytes: number
    readonly signal: AbortSignal
    readonly post?: {
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }
  },
) => Promise<{
  readonly status: number
  readonly location?: string | undefined
  readonly bytes: Uint8Array | undefined
}>
