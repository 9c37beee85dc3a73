import { gatewayTables } from '../configuration/gateway-table.ts'
import { optionsTable } from '../configuration/options-table.ts'
import { readText } from '../repository.ts'

/**
 * The page with its directives filled in, each a comment on a line of its own:
 * `<!-- options: path/of/source.ts Interface -->`, `<!-- gateway configuration -->`,
 * `<!-- part: docs/page.md Heading -->` (what stands under that heading) and
 * `<!-- file: path/of/file lang -->` (a file as a block of code).
 */
export function fillPage(markdown: string): string {
  return markdown
    .replace(/^<!-- options: (\S+) ([\w.]+) -->$/gm, (_, path, name) => optionsTable(path, name))
    .replace(/^<!-- gateway configuration -->$/gm, gatewayTables)
    .replace(/^<!-- part: (\S+) (.+) -->$/gm, (_, path, heading) => partOf(path, heading))
    .replace(
      /^<!-- file: (\S+) (\S+) -->$/gm,
      (_, path, language) => `\`\`\`${language}\n${readText(path).trimEnd()}\n\`\`\``,
    )
    .replace(/^<!--[\s\S]*?-->\n?/gm, '')
}

/** What stands under a second-level heading of a page. */
function partOf(path: string, heading: string): string {
  const [, ...parts] = readText(path).split(/^## /m)
  const found = parts.find((part) => part.split('\n')[0] === heading)
  if (!found) throw new Error(`${path} has no part "${heading}"`)
  return found.split('\n').slice(1).join('\n').trim()
}
