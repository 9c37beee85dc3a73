import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { docsAddress } from '@latchkey/protocol/errors'
import { addressOf, type Page, summaryOf, titleOf } from '../page.ts'
import type { Section } from '../pages/sidebar.ts'
import { readText } from '../repository.ts'
import { plainMarkdown } from './plain-markdown.ts'

const about = `# Latchkey

> A wallet-connection dialog for web pages: one button, wallets of Ethereum-like chains, Solana, Bitcoin and Stacks, in React or any
> framework. Headless core, MIT, no vendor account, no request to any other host before a click.

Every page below is Markdown at its address with \`.md\`. All of them in one file: ${docsAddress}/llms-full.txt. A skill for coding
agents: ${docsAddress}/SKILL.md.
`

/**
 * Writes the files for programs into the built site: each page as Markdown, `llms.txt`,
 * `llms-full.txt` and `SKILL.md`.
 * @param folder of the built site
 */
export function writeTexts(
  folder: string,
  pages: readonly Page[],
  sidebars: Readonly<Record<string, readonly Section[]>>,
): void {
  const writeText = (path: string, text: string): void => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const page of pages) {
    writeText(`${page.path}.md`, plainMarkdown(page.markdown))
  }
  const byAddress = new Map(pages.map((page) => [addressOf(page.path), page]))
  const sections = Object.values(sidebars)
    .flat()
    .toSorted((a, b) => Number(isReference(a)) - Number(isReference(b)))
  const list = sections.map(({ text, items }) => {
    const lines = items.flatMap(({ link, text: title }) => {
      const page = byAddress.get(link)
      const address = `${docsAddress}${page ? `/${page.path}` : link}.md`
      return page ? [`- [${title}](${address}): ${summaryOf(page)}`] : []
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  writeText('llms.txt', `${about}\n${list.join('\n')}`)
  const inOrder = sections.flatMap(({ items }) =>
    items.flatMap(({ link }) => byAddress.get(link) ?? []),
  )
  const full = [...new Set(inOrder)].map(
    (page) =>
      `<!-- ${docsAddress}${addressOf(page.path)} -->\n\n${plainMarkdown(page.markdown).replace(/^# .*$/m, `# ${titleOf(page)}`)}`,
  )
  writeText('llms-full.txt', `${about}\n${full.join('\n\n')}`)
  writeText('SKILL.md', readText('apps/docs/SKILL.md'))
}

function isReference({ text }: Section): boolean {
  return text.startsWith('@latchkey/') || text === 'Reference' || text === 'Errors'
}
