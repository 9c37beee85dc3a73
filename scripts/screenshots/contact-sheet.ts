import type { Page } from 'playwright-core'

export interface Picture {
  readonly name: string
  readonly png: Buffer
}

/** All screenshots of a theme on one sheet, each with its name below. */
export async function contactSheet(
  page: Page,
  pictures: readonly Picture[],
  theme: 'light' | 'dark',
): Promise<Buffer> {
  const cells = pictures.map(
    ({ name, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  )
  const [ground, ink] = theme === 'light' ? ['#e4e6ea', '#222'] : ['#101114', '#ccc']
  await page.setContent(
    `<style>body{margin:24px;background:${ground};color:${ink};font:13px sans-serif;display:grid;grid-template-columns:repeat(8,1fr);gap:16px;align-items:start}
     figure{margin:0}img{width:100%;border-radius:8px;display:block}figcaption{padding-top:4px}</style>${cells.join('')}`,
  )
  return page.screenshot({ fullPage: true })
}
