import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'

const openWindowOfKit: (kit: Kit) => { popup?: Window } = perKit(() => ({}))
const popupSize = { width: popupWidthPx, height: popupHeightPx } as const

/** How to open a seller's page: phones and in-app browsers have no popups beside the page. */
export function openingMode(isPhone: boolean, page: Window = window): 'window' | 'redirect' {
  // A page inside a frame is never redirected, because the seller's page would refuse to load
  // there.
  return isPhone && page.top === page ? 'redirect' : 'window'
}

/**
 * Opens an empty popup during the click, since a browser blocks one that is opened later; null when
 * it is blocked anyway. The page loaded in it later cannot access the page that opened it.
 */
export function openWindow(kit: Kit, text: string): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - popupSize.width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - popupSize.height) / 2))
  const popup = window.open(
    '',
    '_blank',
    `popup,width=${popupSize.width},height=${popupSize.height},left=${left},top=${top}`,
  )
  if (!popup) return null
  popup.opener = null
  try {
    popup.document.title = text
    popup.document.body.textContent = text
  } catch {
    // The waiting text is optional: a failure is ignored.
  }
  openWindowOfKit(kit).popup = popup
  return popup
}

/** The popup that was opened last, whether or not it is still open. */
export function sellerWindow(kit: Kit): Window | undefined {
  return openWindowOfKit(kit).popup
}

/** Loads the seller's page in the popup; returns false when the popup no longer exists. */
export function navigatePopup(popup: Window | null, url: string): boolean {
  if (!popup || popup.closed) return false
  popup.location.replace(url)
  return true
}

/**
 * Address of this page to which the seller sends the visitor back, without the fragment, which may
 * be private.
 */
export function pageToReturnTo({ origin, pathname, search }: Location = location): string {
  return origin + pathname + search
}
