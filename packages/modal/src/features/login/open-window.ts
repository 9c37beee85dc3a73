import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'

/** Opens a window of the vault, in the click; null where the browser would not. */
export function openWindow(url: string): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - popupWidthPx) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - popupHeightPx) / 2))
  return window.open(
    url,
    '_blank',
    `popup,width=${popupWidthPx},height=${popupHeightPx},left=${left},top=${top}`,
  )
}
