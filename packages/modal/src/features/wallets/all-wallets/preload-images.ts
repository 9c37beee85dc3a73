import { imagePreloadTimeoutMs, walletImagesPreloaded } from '@latchkey/protocol'

/**
 * Loads the first visible icons, so that a list appears with them instead of filling in row by row.
 * Resolves once they are loaded or have failed, and after two seconds at most. Never rejects.
 */
export async function preloadImages(addresses: readonly (string | undefined)[]): Promise<void> {
  const loadImage = (address: string): Promise<void> =>
    new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve()
      image.onerror = () => resolve()
      image.src = address
    })
  const wantedUrls = addresses.slice(0, walletImagesPreloaded).flatMap((address) => address ?? [])
  if (wantedUrls.length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, imagePreloadTimeoutMs)
  })
  await Promise.race([Promise.all(wantedUrls.map(loadImage)), timeout])
  clearTimeout(timer)
}
