// Constants that the dialog needs when it first opens; names end with their units. Later constants
// are in another module, so that a page does not load them before the click. `npm run check`
// refuses a constant that the product does not use.
export const modalZIndex = 999
export const toastReshowDelayMs = 150
/** Milliseconds that a toast is shown. */
export const toastHideMs = 2500
export const recommendedPageSize = 4
export const defaultConnectorOrder = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
