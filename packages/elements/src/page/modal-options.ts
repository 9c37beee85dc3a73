import type { ModalOptions } from '@latchkey/modal'

/** Names of the attributes that set options of the dialog; an element observes them. */
export const modalAttributes = ['theme', 'terms-url', 'privacy-url', 'currency', 'lang'] as const

const modes = ['light', 'dark', 'system'] as const
const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const

/** Reads the dialog's options from an element's attributes; invalid texts are left out. */
export function readModalOptions(
  read: (name: (typeof modalAttributes)[number]) => string | null,
): ModalOptions {
  const mode = modes.find((known) => known === read('theme'))
  const currency = currencies.find((known) => known === read('currency')?.toLowerCase())
  const [termsUrl, privacyUrl, lang] = [read('terms-url'), read('privacy-url'), read('lang')]
  return {
    ...(mode && { theme: { mode } }),
    ...(currency && { currency }),
    ...(termsUrl && { termsUrl }),
    ...(privacyUrl && { privacyUrl }),
    ...(lang && { lang }),
  }
}
