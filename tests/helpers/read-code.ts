import jsQR from 'jsqr'
import type { Page } from 'playwright-core'

/**
 * Reads the code on the screen like a phone: from a screenshot, whatever the page has in memory.
 */
export async function readCode(page: Page): Promise<string | undefined> {
  const png = await page.getByRole('dialog').locator('.code').screenshot({ animations: 'disabled' })
  const judge = await page.context().newPage()
  try {
    const { width, height, data } = await judge.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const image = context.getImageData(0, 0, bitmap.width, bitmap.height)
      return { width: image.width, height: image.height, data: [...image.data] }
    }, png.toString('base64'))
    return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })
      ?.data
  } finally {
    await judge.close()
  }
}
