// Units stand in the names. `npm run check` refuses a number that nothing in the product uses. Here
// is what the dialog needs when it first opens; the others stand apart, so that a page does not
// load them before the click.
export const modalZIndex = 999
export const toastReshowDelayMs = 150
/** How long a toast stays. */
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
