import ts from 'typescript'

/** Measurements of one file. */
export interface FileMeasure {
  readonly path: string
  readonly lines: number
  /** Line numbers of lines with more than a hundred columns. */
  readonly wide: readonly number[]
  /** Names of all functions, methods and constants that hold a function. */
  readonly functions: readonly string[]
  /** Line numbers of literals spread into a literal: `{ ...{ a, b } }`. */
  readonly spreadLiterals: readonly number[]
  /** Line numbers of loops whose body has no braces. */
  readonly bareLoops: readonly number[]
  /** Line numbers of conditions (`a ? b : c`) inside a branch of another condition. */
  readonly nestedConditions: readonly number[]
  /** Comment lines with their line numbers, without comment marks. */
  readonly comments: readonly (readonly [line: number, text: string])[]
  /** Declared names: functions, types, classes, constants and variables at any depth. */
  readonly names: readonly string[]
}

/** Citations of documents that are not in the repository. */
const absentDocument =
  /\b(?:facts? \d|requirements? [A-Z]?\d|demands? \d|specification(?:,| section|'s section)|deviation [A-Z]?\d|house\.md|ux\.md|step \d+ of|issue \d+)/i

/** The line numbers of comments that cite a document outside the repository. */
export function absentDocuments({ comments }: FileMeasure): number[] {
  return comments.filter(([, text]) => absentDocument.test(text)).map(([line]) => line)
}

/** The paragraphs of the comments, one for each of their lines: a sentence goes over several lines. */
export function paragraphsOf({ comments }: FileMeasure): (readonly [line: number, text: string])[] {
  const paragraphs: { readonly lines: number[]; text: string }[] = []
  for (const [line, text] of comments) {
    const last = paragraphs.at(-1)
    if (last?.lines.at(-1) === line - 1) {
      last.lines.push(line)
      last.text += ` ${text}`
    } else {
      paragraphs.push({ lines: [line], text })
    }
  }
  return paragraphs.flatMap(({ lines, text }) =>
    lines.map((line): [number, string] => [line, text]),
  )
}

/** Whether a name is one lower-case word, such as `read`; not `readAccount` or `Reader`. */
export function isOneWord(name: string): boolean {
  return /^[a-z]+$/.test(name)
}

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

export function measureFile(path: string, text: string): FileMeasure {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const lineOf = (position: number): number =>
    source.getLineAndCharacterOfPosition(position).line + 1
  const startOf = (node: ts.Node): number => lineOf(node.getStart(source))
  const functions: string[] = []
  const names: string[] = []
  const spreadLiterals: number[] = []
  const bareLoops: number[] = []
  const nestedConditions: number[] = []

  const visit = (node: ts.Node, isInBranch: boolean): void => {
    const name = declaredName(node)
    if (name !== undefined) {
      names.push(name)
      if (holdsFunction(node)) functions.push(name)
    }
    if (isSpreadOfLiteral(node)) spreadLiterals.push(startOf(node))
    if (ts.isIterationStatement(node, false) && !ts.isBlock(node.statement))
      bareLoops.push(startOf(node))
    if (ts.isConditionalExpression(node)) {
      if (isInBranch) nestedConditions.push(startOf(node))
      visit(node.condition, false)
      visit(node.whenTrue, true)
      visit(node.whenFalse, true)
      return
    }
    // Only parentheses continue a branch: a condition inside a call's argument is readable on its
    // own.
    ts.forEachChild(node, (child) => visit(child, isInBranch && ts.isParenthesizedExpression(node)))
  }
  visit(source, false)

  const rows = text.split('\n')
  return {
    path,
    lines: rows.length - (text.endsWith('\n') ? 1 : 0),
    wide: rows.flatMap((row, index) => (row.length > 100 ? [index + 1] : [])),
    functions,
    spreadLiterals,
    bareLoops,
    nestedConditions,
    comments: commentsOf(source, text).flatMap(({ pos, end }) => {
      const first = lineOf(pos)
      return text
        .slice(pos, end)
        .split('\n')
        .map((row, index): [number, string] => [
          first + index,
          row.replace(/^\s*(?:\/\*\*?|\/\/+|\*\/|\*)\s?|\s*\*\/$/g, '').trim(),
        ])
        .filter(([, row]) => row !== '')
    }),
    names,
  }
}

function declaredName(node: ts.Node): string | undefined {
  if (
    (ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)) &&
    node.name &&
    ts.isIdentifier(node.name)
  ) {
    return node.name.text
  }
  return undefined
}

function holdsFunction(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    (ts.isVariableDeclaration(node) && isFunction(node.initializer))
  )
}

function isSpreadOfLiteral(node: ts.Node): boolean {
  return (
    ((ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
      ts.isObjectLiteralExpression(node.expression)) ||
    (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression))
  )
}

/**
 * Every comment once. Comments are read in front of tokens, because a plain scan misreads template
 * literals.
 */
function commentsOf(source: ts.SourceFile, text: string): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    if (node.getChildCount(source) === 0) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ]
      for (const range of ranges) {
        found.set(range.pos, range)
      }
    }
    for (const child of node.getChildren(source)) {
      visit(child)
    }
  }
  visit(source)
  return [...found.values()].sort((a, b) => a.pos - b.pos)
}
