import ts from 'typescript'
import { escapeBars } from '../page.ts'
import { readComment } from '../reference/read-comment.ts'
import { readText } from '../repository.ts'

/**
 * Makes a Markdown table of an interface: option, type, meaning. Options of a nested object are
 * listed by their path, such as `gateway.url`.
 * @param path of the source file, from the root of the repository
 * @param name of the interface; for one inside a namespace with the namespace: `createKit.Options`
 */
export function optionsTable(path: string, name: string): string {
  const text = readText(path)
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const declared = findInterface(file.statements, name.split('.'))
  if (!declared) throw new Error(`${path} declares no interface ${name}`)
  const rows = rowsOf(declared.members, '', file)
  return `| option | type | meaning |\n|:--|:--|:--|\n${rows.join('\n')}`
}

function findInterface(
  statements: readonly ts.Statement[],
  [first, ...rest]: readonly string[],
): ts.InterfaceDeclaration | undefined {
  if (rest.length === 0)
    return statements.find(
      (one): one is ts.InterfaceDeclaration =>
        ts.isInterfaceDeclaration(one) && one.name.text === first,
    )
  for (const one of statements) {
    const isRoom = ts.isModuleDeclaration(one) && one.name.text === first
    if (isRoom && one.body && ts.isModuleBlock(one.body))
      return findInterface(one.body.statements, rest)
  }
  return undefined
}

function rowsOf(
  members: ts.NodeArray<ts.TypeElement>,
  prefix: string,
  file: ts.SourceFile,
): string[] {
  return members.filter(ts.isPropertySignature).flatMap((member) => {
    const option = `${prefix}${member.name.getText(file)}`
    const comments = ts.getLeadingCommentRanges(file.text, member.getFullStart()) ?? []
    const [raw] = comments.map(({ pos, end }) => file.text.slice(pos, end)).slice(-1)
    const meaning = readComment(raw).text.replace(/\s+/g, ' ')
    const { type } = member
    const inner = type && ts.isTypeLiteralNode(type) ? type.members : undefined
    const typeText = inner ? 'object' : (type?.getText(file) ?? 'unknown').replace(/\s+/g, ' ')
    const required = member.questionToken ? '' : ' (required)'
    return [
      `| \`${option}\`${required} | \`${escapeBars(typeText)}\` | ${escapeBars(meaning)} |`,
      ...(inner ? rowsOf(inner, `${option}.`, file) : []),
    ]
  })
}
