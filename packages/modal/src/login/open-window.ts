/** Opens a window of the vault, in the click; null where the browser would not. */
export function openWindow(url: string): Window | null {
  const [width, height] = [600, 800]
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return window.open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
