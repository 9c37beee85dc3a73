import type { Page } from 'playwright-core'
import { measurePaint } from './paint.ts'

/** Buttons and fields whose edges are invisible when the browser paints all backgrounds alike. */
const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const all = [
      ...(root?.querySelectorAll<HTMLElement>('dialog button:not(.inline), dialog input') ?? []),
    ]
    const hasEdge = (element: Element | null): boolean => {
      if (!element) return false
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
      const ground = getComputedStyle(root?.querySelector('dialog') ?? element).backgroundColor
      return (
        Number.parseFloat(borderTopWidth) >= 1 &&
        borderTopStyle !== 'none' &&
        borderTopColor !== ground
      )
    }
    return all
      .filter(
        (one) =>
          one.checkVisibility() && !hasEdge(one) && !hasEdge(one.closest('.amount, .recipient')),
      )
      .map(
        (one) => `no edge: ${one.className} ${one.getAttribute('aria-label') ?? one.textContent}`,
      )
  })

export async function cutOff(page: Page): Promise<string[]> {
  return [...(await page.evaluate(measurePaint, 24)).faults]
}

/** Faults of edges with forced colours. */
export async function forcedFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await edgeless(page)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

export async function turnFaults(page: Page, isFirst: boolean): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  const left = async (name: string) =>
    (await dialog.getByRole('button', { name, exact: true }).boundingBox())?.x ?? Number.NaN
  const isTurned =
    (await dialog.evaluate((element) => getComputedStyle(element).direction)) === 'rtl'
  const isMirrored = isFirst || (await left('Close')) < (await left('Back'))
  return [
    ...(isTurned ? [] : ['not turned round']),
    ...(isMirrored ? [] : ['Back stands left of Close']),
  ]
}

/** 320 CSS px: the narrowest phone, and a window of 640 px at 200 % zoom. */
const narrow = { width: 320, height: 360 }

/**
 * Faults of the open dialog in the narrowest window, with forced colours, and right to left; the
 * window is restored afterwards.
 */
export async function adaptationFaults(page: Page, isFirst: boolean): Promise<string[]> {
  const before = page.viewportSize() ?? narrow
  await page.setViewportSize(narrow)
  const faults = [...(await cutOff(page)), ...(await forcedFaults(page))]
  // As on a page that is written right to left: the dialog reads the direction when it opens.
  await page.getByRole('dialog').evaluate((dialog) => {
    ;(dialog as HTMLElement).dir = 'rtl'
  })
  faults.push(...(await cutOff(page)), ...(await turnFaults(page, isFirst)))
  await page.setViewportSize(before)
  return faults
}
