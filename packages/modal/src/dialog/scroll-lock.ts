import type { Stop } from '@latchkey/core'

/** Keeps the page from scrolling, by a sheet: inline styles on `body` would move what is fixed. */
export function lockScroll(): Stop {
  // The page keeps its width by a border in the bar's place: a gutter would stand undimmed beside
  // the backdrop. Browsers put the page's bar on the right, whichever way the page reads.
  const bar = innerWidth - document.documentElement.clientWidth
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `html{overflow:hidden!important;border-right:${bar}px solid transparent!important;overscroll-behavior:none!important}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
