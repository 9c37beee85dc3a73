/** An image ready for a page: a re-encoded raster. */
export interface ServedImage {
  readonly bytes: Uint8Array
  readonly type: 'image/png'
}

/** Fetches and re-encodes images. */
export interface ImagePort {
  /**
   * @throws a refusal: 400 for an address that may not be asked, 404 for what is no image, 503 when
   *   it cannot be had
   */
  load(address: string, signal?: AbortSignal): Promise<ServedImage>
}

/**
 * Fetches bytes from the public internet only: no private address, also after name look-up and
 * redirects.
 */
export type PublicFetch = (
  url: URL,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<{
  readonly status: number
  readonly location?: string | undefined
  readonly bytes: Uint8Array | undefined
}>
