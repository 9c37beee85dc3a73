import { imagePreloadTimeoutMs, walletImagesPreloaded } from '@latchkey/protocol'

/**
 * Fetches the pictures that are seen first, so that a list comes with them instead of filling in
 * row by row; resolves once they are there or have failed, and in any case after two seconds. Never
 * rejects.
 */
export async function preloadImages(addresses: readonly (string | undefined)[]): Promise<void> {
  const loadImage = (address: string): Promise<void> =>
    new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve()
      image.onerror = () => resolve()
      image.src = address
    })
  const wanted = addresses.slice(0, walletImagesPreloaded).flatMap((address) => address ?? [])
  if (wanted.length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, imagePreloadTimeoutMs)
  })
  await Promise.race([Promise.all(wanted.map(loadImage)), late])
  clearTimeout(timer)
}
