import { popupHeightPx, popupWidthPx } from '@latchkey/protocol'

/** Opens a window of the vault during the click; null when the browser blocked it. */
export function openWindow(url: string): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - popupWidthPx) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - popupHeightPx) / 2))
  return window.open(
    url,
    '_blank',
    `popup,width=${popupWidthPx},height=${popupHeightPx},left=${left},top=${top}`,
  )
}
