import type { Page } from 'playwright-core'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Position of the open dialog in CSS pixels. */
export function dialogBox(page: Page): Promise<Box> {
  return page.evaluate(() => {
    const hosts = [...document.querySelectorAll('*')].filter((element) =>
      element.shadowRoot?.querySelector('dialog'),
    )
    const dialog = hosts
      .map((host) => host.shadowRoot?.querySelector('dialog'))
      .find((found) => found?.open)
    if (!dialog) throw new Error('no dialog is open')
    const { x, y, width, height } = dialog.getBoundingClientRect()
    return { x, y, width, height }
  })
}

/**
 * Number of different pixels of two PNGs of the same size, without the corners, where the page is
 * visible through the backdrop.
 */
export function difference(judge: Page, a: Buffer, b: Buffer, corner: number): Promise<number> {
  return judge.evaluate(
    async ([left, right, corner]) => {
      const read = async (base64: string): Promise<ImageData> => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (!context) throw new Error('no canvas')
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height)
      }
      const [one, two] = await Promise.all([read(left), read(right)])
      if (one.width !== two.width || one.height !== two.height) return Number.POSITIVE_INFINITY
      const isCorner = (x: number, y: number): boolean =>
        (x < corner || x >= one.width - corner) && (y < corner || y >= one.height - corner)
      let count = 0
      for (let y = 0; y < one.height; y++) {
        for (let x = 0; x < one.width; x++) {
          if (isCorner(x, y)) continue
          const at = (y * one.width + x) * 4
          const isOff = [0, 1, 2].some((c) => one.data[at + c] !== two.data[at + c])
          if (isOff) count++
        }
      }
      return count
    },
    [a.toString('base64'), b.toString('base64'), corner] as const,
  )
}
