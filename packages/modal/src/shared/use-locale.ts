import { useMemo } from 'react'
import type { ModalOptions } from '../contract/options.ts'

/**
 * How numbers are written for this visitor: in the language of the words if one was chosen, else of
 * the browser.
 */
export function useLocale(options: ModalOptions): string {
  return useMemo(
    () => options.lang ?? (typeof navigator === 'undefined' ? 'en' : navigator.language),
    [options.lang],
  )
}
