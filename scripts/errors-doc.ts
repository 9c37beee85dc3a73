import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes, textOfError } from '@latchkey/protocol/errors'

// Usage: node --conditions=latchkey-source --import tsx scripts/errors-doc.ts [--check]
const page = new URL('../docs/errors.md', import.meta.url)

/** The text of `docs/errors.md`: every code with what happened and how to fix it. */
export function errorsDoc(): string {
  const sections = errorCodes.map((code) => {
    const { what, fix, name } = textOfError(code)
    const end = /[.!?]$/.test(what) ? '' : '.'
    return `## ${code}\n\n${what}${end}${name ? ` Known elsewhere as \`${name}\`.` : ''}\n\n**What to do:** ${fix}\n`
  })
  return `# Errors

Every error that Latchkey throws or reports has \`name: 'LatchkeyError'\` and one of these codes. Test it with
\`hasCode(error, 'modal-closed')\`, not with \`instanceof\`: two copies of the library may meet on a page. The wallet's, node's or
server's own error is kept in \`cause\`, its number in \`context.sourceCode\`, and what exactly was wrong in \`context.reason\`.
The \`shortMessage\` of what a verb rejects with is the first sentence below, followed by that reason; what is thrown at once, by
\`createKit\`, says its code in place of the sentence. The \`message\` says the same, then the address of the code's page and the version.

This page is made by \`scripts/errors-doc.ts\` from the table in \`packages/protocol/src/error-text\`.

${sections.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== '--check') writeFileSync(page, errorsDoc())
  else if (readFileSync(page, 'utf8') !== errorsDoc()) {
    console.error('docs/errors.md is not what the error table makes: run scripts/errors-doc.ts')
    process.exitCode = 1
  }
}
