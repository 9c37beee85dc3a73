import { errorCodes, textOfError } from '@latchkey/protocol/errors'
import type { Page } from '../page.ts'
import type { Export } from './read-exports.ts'

const table = 'packages/protocol/src/error-text'

/**
 * Makes the list of all errors, and a page for each error code. The message of an error contains
 * the address of its code's page.
 * @param exports what may throw them, by its comment, with the part of the reference about it
 */
export function errorPages(
  exports: readonly { readonly item: Export; readonly place: string }[],
): readonly Page[] {
  const rows = errorCodes.map(
    (code) => `| [\`${code}\`](/errors/${code}) | ${withStop(textOfError(code).what)} |`,
  )
  const index: Page = {
    path: 'errors/index',
    source: table,
    markdown: `# Errors

Every error that Latchkey throws or reports has \`name: 'LatchkeyError'\` and one of the codes below. Its \`message\` ends with the
address of the code's page here.

\`\`\`tsx
import { connect } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'

try {
  await connect(kit, { connector: 'injected:io.example.wallet' })
} catch (error) {
  if (hasCode(error, 'user-rejected')) show('You declined. Try again whenever you like.')
  else throw error
}
\`\`\`

Test it with \`hasCode\`, not with \`instanceof\`: two copies of the library may meet on a page. The wallet's, node's or server's own
error is \`cause\`, its number is \`context.sourceCode\`, what exactly was wrong is \`context.reason\`, and \`shortMessage\` is the message
without the address and the version.

| code | what happened |
|:--|:--|
${rows.join('\n')}
`,
  }
  return [index, ...errorCodes.map((code) => errorPage(code, exports))]
}

function errorPage(
  code: (typeof errorCodes)[number],
  exports: readonly { readonly item: Export; readonly place: string }[],
): Page {
  const { what, fix, name } = textOfError(code)
  const throwers = exports.filter(({ item }) => tellsOfThrowing(item, code))
  const links = throwers.map(({ item, place }) => `- [\`${item.name}\`](${place})`)
  return {
    path: `errors/${code}`,
    source: `${table}/${code}`,
    markdown: [
      `# \`${code}\``,
      withStop(what),
      name ? `Other kits, nodes or specifications call it \`${name}\`.` : '',
      `## What to do\n\n${fix}`,
      `## In code\n\n\`\`\`ts\nimport { hasCode } from '@latchkey/protocol'\n\nconst isIt = (error: unknown) => hasCode(error, '${code}')\n\`\`\``,
      links.length > 0 ? `## Thrown by\n\n${links.join('\n')}` : '',
      '[All errors](/errors/)',
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
  }
}

/**
 * Whether the comment of an export says that it throws `code`: after `@throws`, or after the word
 * "Throws".
 */
function tellsOfThrowing({ comment }: Export, code: string): boolean {
  const [, sentence = ''] = /\bThrows\b([\s\S]*)$/.exec(comment.text) ?? []
  const tagged = comment.tags.filter(({ name }) => name === 'throws').map(({ text }) => text)
  return [sentence, ...tagged].some((text) => text.includes(`\`${code}\``))
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
