import { useMemo } from 'react'
import type { ModalOptions } from '../contract/options.ts'

/** The locale of numbers: the language that the owner chose, else the browser's. */
export function useLocale(options: ModalOptions): string {
  return useMemo(
    () => options.lang ?? (typeof navigator === 'undefined' ? 'en' : navigator.language),
    [options.lang],
  )
}
