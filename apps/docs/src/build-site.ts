import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deadLinks } from './dead-links.ts'
import { collectPages } from './pages/collect-pages.ts'
import { makeSidebars } from './pages/sidebar.ts'
import { root } from './repository.ts'
import { writeTexts } from './text/write-texts.ts'

/**
 * Builds the whole site: writes every page as Markdown into a temporary folder, lets VitePress make
 * HTML of them, and adds the text files for programs. The result replaces `folder` only once it is
 * complete.
 * @param folder of the built site, replaced whole
 * @param isWanted which pages to build, by path; default all. A part of the site has dead links.
 * @returns how many pages it has
 */
export async function buildSite(
  folder: string,
  isWanted?: (path: string) => boolean,
): Promise<number> {
  const staged = `${folder}.pages`
  const unfinished = `${folder}.unfinished`
  rmSync(staged, { recursive: true, force: true })
  const pages = collectPages().filter(({ path }) => isWanted?.(path) ?? true)
  const sidebars = makeSidebars(pages)
  for (const { path, markdown } of pages) {
    const file = join(staged, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
  const pictures = join(staged, 'public')
  mkdirSync(pictures, { recursive: true })
  copyFileSync(join(root, 'apps/docs/latchkey.svg'), join(pictures, 'latchkey.svg'))
  for (const theme of ['light', 'dark']) {
    const shot = join(root, `docs/screenshots/${theme}-desktop/Connect-installed-wallets.png`)
    copyFileSync(shot, join(pictures, `dialog-${theme}.png`))
  }
  writeFileSync(join(staged, 'sidebars.json'), JSON.stringify(sidebars))
  // VitePress sets environment variables and the current folder, so it runs in a process of its
  // own.
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vitepress/bin/vitepress.js'), 'build', join(root, 'apps/docs')],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LATCHKEY_DOCS_PAGES: staged,
        LATCHKEY_DOCS_OUT: unfinished,
        ...(isWanted && { LATCHKEY_DOCS_IS_PART: '1' }),
      },
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  writeTexts(unfinished, pages, sidebars)
  const faults = isWanted ? [] : deadLinks(unfinished)
  if (faults.length > 0) throw new Error(`dead links:\n${faults.join('\n')}`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  rmSync(staged, { recursive: true, force: true })
  return pages.length
}
