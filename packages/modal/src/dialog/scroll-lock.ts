import type { Stop } from '@latchkey/core'

/**
 * Prevents the page from scrolling, by a style sheet: inline styles on `body` would move fixed
 * elements.
 */
export function lockScroll(): Stop {
  // A border in place of the scrollbar keeps the page's width. `scrollbar-gutter` is not used,
  // because the backdrop would not dim the gutter. Browsers put the page's scrollbar on the right
  // in either text direction.
  const scrollbarWidth = innerWidth - document.documentElement.clientWidth
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `html{overflow:hidden!important;border-right:${scrollbarWidth}px solid transparent!important;overscroll-behavior:none!important}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
