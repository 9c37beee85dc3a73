// Constants that the dialog needs when it first opens; each name ends with its unit. Constants that
// are needed later are in another module, so that a page does not load them before the click.
// `npm run check` refuses a constant that the product does not use.
export const modalZIndex = 999
export const toastReshowDelayMs = 150
/** Milliseconds for which a toast (a short message) is shown. */
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
