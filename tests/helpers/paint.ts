/** Result of `measurePaint`. */
export interface Paint {
  readonly faults: string[]
  /** The dialog's own background, sRGB; `none` when the page shows through it. */
  readonly ground: string
  /** Number of measured texts. */
  readonly texts: number
}

/**
 * Runs in the page: measures the contrast of every text from computed styles, sizes of targets, and
 * sideways overflow. axe does not see painted pixels: a dialog without a background would pass
 * there.
 */
export function measurePaint(lowest: number): Paint {
  type Color = readonly [number, number, number, number]
  const faults: string[] = []
  const root = document.querySelector('latchkey-modal')?.shadowRoot
  const dialog = root?.querySelector('dialog')
  if (!root || !dialog?.open) return { faults: ['no open dialog'], ground: 'none', texts: 0 }

  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const known = new Map<string, Color>()
  const read = (css: string): Color => {
    const before = known.get(css)
    if (before) return before
    if (!pen) throw new Error('no canvas')
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = css
    pen.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data
    const color: Color = [r, g, b, a / 255]
    known.set(css, color)
    return color
  }
  const over = (top: Color, under: Color, opacity = 1): Color => {
    const a = top[3] * opacity
    const mix = (i: 0 | 1 | 2) => top[i] * a + under[i] * (1 - a)
    return [mix(0), mix(1), mix(2), 1]
  }
  const luminance = (color: Color): number => {
    const part = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2])
  }
  const ratio = (a: Color, b: Color): number => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }
  const own = read(getComputedStyle(dialog).backgroundColor)
  const ground = own[3] === 1 ? own.slice(0, 3).join(' ') : 'none'
  if (ground === 'none') faults.push('the dialog is transparent')

  /**
   * The visible colours of an element's text and of its background; an element's opacity applies to
   * all it contains.
   */
  const seenAt = (element: Element, text: Color): readonly [Color, Color] => {
    const chain: Element[] = []
    for (let at: Element | null = element; at && at !== dialog; at = at.parentElement) {
      chain.unshift(at)
    }
    const shade = (index: number, behind: Color): readonly [Color, Color] => {
      const one = chain[index]
      if (!one) return [over(text, behind), behind]
      const style = getComputedStyle(one)
      const [front, back] = shade(index + 1, over(read(style.backgroundColor), behind))
      const opacity = Number(style.opacity)
      return [over(front, behind, opacity), over(back, behind, opacity)]
    }
    return shade(0, own)
  }
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const label = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}"`

  let texts = 0
  for (const element of dialog.querySelectorAll<HTMLElement>('*')) {
    if (!isShown(element) || element.closest('[aria-hidden="true"], svg')) continue
    const isField = element.matches('input, textarea')
    const field = element as HTMLInputElement
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    )
    if (!hasText && !(isField && (field.value || field.placeholder))) continue
    texts += 1
    const style = getComputedStyle(element, isField && !field.value ? '::placeholder' : null)
    const [r, g, b, a] = read(style.color)
    const faded = isField && !field.value ? Number(style.opacity) : 1
    const seen = ratio(...seenAt(element, [r, g, b, a * faded]))
    if (seen < 4.5) faults.push(`contrast ${seen.toFixed(2)} of ${label(element)}`)
  }

  for (const element of dialog.querySelectorAll<HTMLElement>(
    'button, a[href], input, [role="tab"], [role="radio"]',
  )) {
    if (!isShown(element)) continue
    // WCAG 2.5.8 exempts links within a sentence; a field's label counts as one.
    const isInline = element.matches('p a, label a')
    if (isInline) continue
    element.scrollIntoView({ block: 'nearest' })
    const target = element.matches('input')
      ? (element.closest('label, .recipient, .amount') ?? element)
      : element
    const { left, top, width, height } = target.getBoundingClientRect()
    // The touch target of an element may be larger than its visible area.
    const reaches = (size: number): boolean =>
      [-1, 1].every((side) => {
        const hit = root.elementFromPoint(
          left + width / 2,
          top + height / 2 + side * (size / 2 - 1),
        )
        return hit !== null && (target === hit || target.contains(hit))
      })
    if (height < lowest && !reaches(lowest))
      faults.push(`target ${Math.round(height)} px high: ${label(element)}`)
    if (width < 24) faults.push(`target ${Math.round(width)} px wide: ${label(element)}`)
  }

  const box = dialog.getBoundingClientRect()
  if (box.left < 0 || box.right > document.documentElement.clientWidth + 0.5)
    faults.push('the dialog sticks out of the window')
  for (const element of dialog.querySelectorAll<HTMLElement>('*')) {
    if (!isShown(element) || element.closest('svg svg, .toast')) continue
    const { left, right } = element.getBoundingClientRect()
    if (left < box.left - 0.5 || right > box.right + 0.5)
      faults.push(`sticks out sideways: ${label(element)}`)
    const scrolls =
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible'
    if (scrolls && !element.matches('input')) faults.push(`cut off sideways: ${label(element)}`)
  }
  return { faults, ground, texts }
}
