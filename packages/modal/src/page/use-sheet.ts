import { useEffect } from 'react'

/** Adds a style sheet as a strict Content Security Policy allows; unmounting removes it. */
export function useSheet(css: string): void {
  useEffect(() => {
    // Without support for constructable style sheets, the page uses the published CSS file.
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    // The sheet is put first in the list, so that the page's own sheets override it.
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [css])
}
