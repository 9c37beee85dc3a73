import {
  type JsxAttribute,
  type JsxOpeningElement,
  type JsxSelfClosingElement,
  Node,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import { type Library, providerHints } from '../libraries.ts'
import type { NoteBook } from '../report.ts'
import { addImport, addImportFromFile, findImport, localName, removeImports } from './imports.ts'

type Tag = JsxOpeningElement | JsxSelfClosingElement

/** All JSX elements of a file with this tag name. */
function findTags(file: SourceFile, name: string): readonly Tag[] {
  return [
    ...file.getDescendantsOfKind(SyntaxKind.JsxOpeningElement),
    ...file.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
  ].filter((tag) => tag.getTagNameNode().getText() === name)
}

/**
 * Source text of the options for `createModal` that correspond to the provider component's
 * properties; empty when there are none.
 */
export function readModalOptions(files: readonly SourceFile[], library: Library): string {
  const [tag] = files.flatMap((file) => findTags(file, library.provider))
  const attributes = tag?.getAttributes().filter(Node.isJsxAttribute) ?? []
  const mode = attributes.map((one) => readMode(one, library)).find((one) => one !== undefined)
  const locale = attributes.find((one) => one.getNameNode().getText() === 'locale')
  const lang = readText(locale)
  const options = [
    ...(mode ? [`theme: { mode: '${mode}' }`] : []),
    ...(lang ? [`lang: '${lang}'`] : []),
  ]
  return options.length > 0 ? `{ ${options.join(', ')} }` : ''
}

/** The value of a JSX attribute such as `name="text"`; undefined when it is no string. */
function readText(attribute: JsxAttribute | undefined): string | undefined {
  const value = attribute?.getInitializer()
  return Node.isStringLiteral(value) ? value.getLiteralValue() : undefined
}

/** The colour mode in `theme={darkTheme()}` of RainbowKit or `mode="dark"` of ConnectKit. */
function readMode(attribute: JsxAttribute, library: Library): string | undefined {
  const name = attribute.getNameNode().getText()
  const value = attribute.getInitializer()
  if (name === 'mode') {
    const mode = readText(attribute)
    return mode === 'auto' ? 'system' : mode
  }
  if (name !== 'theme' || !Node.isJsxExpression(value)) return undefined
  const call = value.getExpressionIfKind(SyntaxKind.CallExpression)
  if (!call || call.getArguments().length > 0) return undefined
  return library.themes[call.getExpression().getText()]
}

function noteProperty(attribute: Node, library: Library, notes: NoteBook): void {
  if (!Node.isJsxAttribute(attribute)) {
    notes.add(attribute, 'properties that are spread are gone')
    return
  }
  const name = attribute.getNameNode().getText()
  if (readMode(attribute, library) !== undefined) return
  if (name === 'locale' && readText(attribute) !== undefined) return
  const hint = providerHints[name] ?? 'there is no counterpart'
  notes.add(attribute, `\`${name}\` of \`${library.provider}\` is gone: ${hint}`)
}

/** Replaces the library's provider component by `KitProvider`. */
export function rewriteProvider(
  file: SourceFile,
  config: SourceFile,
  library: Library,
  notes: NoteBook,
): void {
  const specifier = findImport(file, library.packageName, library.provider)
  if (!specifier) return
  for (const tag of findTags(file, localName(specifier))) {
    for (const attribute of tag.getAttributes()) {
      noteProperty(attribute, library, notes)
    }
    const parent = tag.getParent()
    if (Node.isJsxElement(parent))
      parent.getClosingElement().getTagNameNode().replaceWithText('KitProvider')
    replaceTag(tag, 'KitProvider kit={kit}')
  }
  removeImports(file, library.packageName, [library.provider, ...Object.keys(library.themes)])
  addImport(file, '@latchkey/react', ['KitProvider'])
  addImportFromFile(file, config, ['kit'])
}

function replaceTag(tag: Tag, text: string): void {
  tag.replaceWithText(Node.isJsxSelfClosingElement(tag) ? `<${text} />` : `<${text}>`)
}

/**
 * Replaces the library's button by `ConnectButton`, and its `Custom` by `CustomConnectButton` of
 * the generated file.
 * @returns whether the written file is needed
 */
export function rewriteButtons(
  file: SourceFile,
  config: SourceFile,
  library: Library,
  notes: NoteBook,
): boolean {
  const specifier = findImport(file, library.packageName, library.button)
  if (!specifier) return false
  const name = localName(specifier)
  const plain = findTags(file, name)
  for (const tag of plain) {
    for (const attribute of tag.getAttributes()) {
      const text = Node.isJsxAttribute(attribute) ? attribute.getNameNode().getText() : 'spread'
      notes.add(attribute, `\`${text}\` of \`${library.button}\` is gone: the button has one form`)
    }
    replaceTag(tag, 'ConnectButton modal={modal}')
  }
  const custom = findTags(file, `${name}.Custom`)
  for (const tag of custom) {
    const parent = tag.getParent()
    if (Node.isJsxElement(parent))
      parent.getClosingElement().getTagNameNode().replaceWithText('CustomConnectButton')
    tag.getTagNameNode().replaceWithText('CustomConnectButton')
  }
  removeImports(file, library.packageName, [library.button])
  if (plain.length > 0) {
    addImport(file, '@latchkey/modal', ['ConnectButton'])
    addImportFromFile(file, config, ['modal'])
  }
  return custom.length > 0
}
