import type { Kit } from '@latchkey/core'
import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'

const key = 'seller-window'
const size = { width: popupWidthPx, height: popupHeightPx } as const

/**
 * How a seller's page is opened here: phones and the browsers inside of apps have no windows beside
 * the page.
 */
export function wayOut(isPhone: boolean, page: Window = window): 'window' | 'redirect' {
  // A frame is not led away: the seller's page would refuse to stand in it.
  return isPhone && page.top === page ? 'redirect' : 'window'
}

/**
 * Opens an empty window in the very click, since a browser blocks one that comes later; null where
 * it is blocked all the same. Whoever stands in it later cannot reach the page that opened it.
 */
export function openWindow(kit: Kit, text: string): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - size.width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - size.height) / 2))
  const opened = window.open(
    '',
    '_blank',
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  )
  if (!opened) return null
  opened.opener = null
  try {
    opened.document.title = text
    opened.document.body.textContent = text
  } catch {
    // What it says meanwhile is not worth failing for.
  }
  kit.memory.set(key, opened)
  return opened
}

/** The window opened last, closed or not. */
export function sellerWindow(kit: Kit): Window | undefined {
  return kit.memory.get(key) as Window | undefined
}

/** Leads the window to the seller; false where it is gone. */
export function leadWindow(opened: Window | null, url: string): boolean {
  if (!opened || opened.closed) return false
  opened.location.replace(url)
  return true
}

/** This page, to which a seller leads back: a fragment may hold what is nobody's business. */
export function pageToReturnTo({ origin, pathname, search }: Location = location): string {
  return origin + pathname + search
}
