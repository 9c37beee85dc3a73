import ts from 'typescript'

/**
 * Titles of the tests and suites in a test file as written, `.each` templates included, skipped
 * ones excluded.
 */
export function titlesOf(text: string): Set<string> {
  const source = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [first] = node.arguments
      if (first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) {
        titles.add(ts.isStringLiteralLike(first) ? first.text : first.getText(source).slice(1, -1))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/**
 * Whether an expression is `test`, `describe` or `it`, with `.each(…)`, `.for(…)` and similar, but
 * not with `.skip` or `.todo`.
 */
function isTest(expression: ts.Expression): boolean {
  const words = expression.getText().match(/^[a-z]+|\.[a-zA-Z]+/g) ?? []
  const isSuite = ['test', 'describe', 'it'].includes(words[0] ?? '')
  return (
    isSuite &&
    !words.some((word) => ['.skip', '.todo', '.skipIf', '.runIf', '.fails'].includes(word))
  )
}
