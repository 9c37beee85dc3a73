import { errorCodes } from '@latchkey/protocol/errors'
import { addressOf, escapeBars, type Page } from '../page.ts'
import type { Manifest } from '../repository.ts'
import { firstSentence } from './read-comment.ts'
import type { Export, ExportKind } from './read-exports.ts'

/** A package that the reference documents. */
export interface PackageReference {
  /** Path from the root of the repository, such as `packages/core`. */
  readonly folder: string
  readonly manifest: Manifest
  readonly readme: string
  readonly exports: readonly Export[]
}

/** A package with more exports than this has one page for each topic; others have a single page. */
const exportsOfOnePage = 45

const kinds: readonly (readonly [ExportKind, string])[] = [
  ['function', 'Functions'],
  ['component', 'Components'],
  ['hook', 'Hooks'],
  ['class', 'Classes'],
  ['type', 'Types'],
  ['constant', 'Constants'],
]
const codes: ReadonlySet<string> = new Set(errorCodes)

/** The name of a package's folder: `packages/stacks-connect` → `stacks-connect`. */
export function shortName({ folder }: PackageReference): string {
  return folder.replace('packages/', '')
}

/** The address, with anchor, at which the reference documents an export. */
export function placeOfExport(reference: PackageReference, { topic, name }: Export): string {
  const path = isSplit(reference)
    ? `reference/${shortName(reference)}/${topicFile(topic)}`
    : `reference/${shortName(reference)}/index`
  return `${addressOf(path)}#${anchorOf(name)}`
}

/**
 * Makes the pages of a package: its README with its exports or a list of them, and a page for each
 * topic when there are many exports.
 */
export function referencePages(
  reference: PackageReference,
  placeOfType: ReadonlyMap<string, string>,
): readonly Page[] {
  const { folder, readme, exports } = reference
  const name = shortName(reference)
  const topics = [...new Set(exports.map(({ topic }) => topic))].sort()
  const describeAll = (items: readonly Export[], level: string): string =>
    kinds
      .flatMap(([kind, title]) => {
        const ofKind = items.filter((item) => item.kind === kind)
        if (ofKind.length === 0) return []
        const parts = ofKind.map((item) => describeExport(item, `${level}#`, placeOfType))
        return [`${level} ${title}\n`, ...parts]
      })
      .join('\n')
  const index = isSplit(reference)
    ? topics
        .map((topic) => `### ${topicTitle(topic)}\n\n${listExports(reference, topic)}`)
        .join('\n')
    : describeAll(exports, '###')
  const main: Page = {
    path: `reference/${name}/index`,
    source: `${folder}/README.md`,
    markdown: `${readme.trimEnd()}\n\n## Reference\n\n${index}`,
  }
  if (!isSplit(reference)) return [main]
  return [
    main,
    ...topics.map((topic) => ({
      path: `reference/${name}/${topicFile(topic)}`,
      source: `${folder}/src/${topic}`,
      markdown: `# ${reference.manifest.name}: ${topicTitle(topic).toLowerCase()}\n\n${describeAll(
        exports.filter((item) => item.topic === topic),
        '##',
      )}`,
    })),
  ]
}

function isSplit({ exports }: PackageReference): boolean {
  return exports.length > exportsOfOnePage
}

function topicFile(topic: string): string {
  return topic === '' ? 'general' : topic
}

function topicTitle(topic: string): string {
  if (topic === '') return 'General'
  const words = topic.replaceAll('-', ' ')
  return /^(?:caip|http|rpc)$/.test(words)
    ? words.toUpperCase()
    : `${words[0]?.toUpperCase()}${words.slice(1)}`
}

function listExports(reference: PackageReference, topic: string): string {
  const rows = reference.exports
    .filter((item) => item.topic === topic)
    .map(
      (item) =>
        `| [\`${item.name}\`](${placeOfExport(reference, item)}) | ${escapeBars(linkCodes(firstSentence(item.comment.text)))} |`,
    )
  return `| export | what it is |\n|:--|:--|\n${rows.join('\n')}\n`
}

function describeExport(
  { name, comment, declaration, entry }: Export,
  level: string,
  placeOfType: ReadonlyMap<string, string>,
): string {
  const textsOfTag = (tag: string): string[] =>
    comment.tags.filter((one) => one.name === tag).map(({ text }) => text)
  const parameters = textsOfTag('param').map((text) => {
    const [, parameter = '', rest = ''] = /^(\S+)\s+(?:- )?([\s\S]*)$/.exec(text) ?? []
    return `- \`${parameter}\` ${linkCodes(rest.replace(/\s+/g, ' '))}`
  })
  const types = [...new Set(declaration.match(/\b[A-Z]\w+\b/g) ?? [])]
    .filter((type) => type !== name && placeOfType.has(type))
    .map((type) => `[\`${type}\`](${placeOfType.get(type)})`)
  return [
    `${level} \`${name}\` {#${anchorOf(name)}}`,
    linkCodes(comment.text),
    `\`import { ${name} } from '${entry}'\``,
    `\`\`\`tsx\n${declaration}\n\`\`\``,
    parameters.length > 0 ? `**Parameters**\n\n${parameters.join('\n')}` : '',
    textsOfTag('returns').map((text) => `**Returns** ${text.replace(/\s+/g, ' ')}`)[0] ?? '',
    textsOfTag('throws').map((text) => `**Throws** ${linkCodes(text.replace(/\s+/g, ' '))}`)[0] ??
      '',
    types.length > 0 ? `**Types** ${types.join(' · ')}` : '',
    ...textsOfTag('example').map((text) => `**Example**\n\n${asBlock(text)}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/**
 * The anchor of an export. Capitalised names get a prefix, because a type and a function may differ
 * in letter case alone, which anchors ignore.
 */
export function anchorOf(name: string): string {
  return /^[A-Z]/.test(name) ? `type-${name.toLowerCase()}` : name.toLowerCase()
}

/** Links error codes in backticks, such as `modal-closed`, to their pages. */
export function linkCodes(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/(?<!\[)`([a-z-]+)`/g, (whole, code: string) =>
      codes.has(code) ? `[\`${code}\`](/errors/${code})` : whole,
    )
}

/**
 * Formats an example as a Markdown code block; the examples of some comments are such blocks
 * already.
 */
function asBlock(example: string): string {
  return /^```/m.test(example) ? example : `\`\`\`tsx\n${example}\n\`\`\``
}
