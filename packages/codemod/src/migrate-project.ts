import type { Project, SourceFile } from 'ts-morph'
import { importHints, type Library } from './libraries.ts'
import { type Note, NoteBook } from './report.ts'
import { dialogsFile } from './rewrite/dialogs-file.ts'
import {
  type FoundConfig,
  findConfig,
  findLibrary,
  findOldWagmi,
  isFrom,
} from './rewrite/find-config.ts'
import { addImportFromFile, findImport, localName, removeImports } from './rewrite/imports.ts'
import { hasSemicolons, removeSemicolons, takeQuotes } from './rewrite/keep-style.ts'
import { rewriteConfig } from './rewrite/rewrite-config.ts'
import { readModalOptions, rewriteButtons, rewriteProvider } from './rewrite/rewrite-elements.ts'

/** Rewrites the files of a project in memory. Without a wagmi configuration nothing changes. */
export function migrateProject(
  project: Project,
  relate: (path: string) => string,
): readonly Note[] {
  const notes = new NoteBook(relate)
  const library = findLibrary(project)
  if (!library) return []
  const old = findOldWagmi(project)
  if (old) {
    notes.add(old, 'this is wagmi 0 or 1: move to wagmi 2 first, nothing was changed')
    return notes.notes
  }
  const found = findConfig(project, library)
  if (!found) {
    const [first] = project.getSourceFiles().filter((file) => usesLibrary(file, library))
    if (first)
      notes.add(first, 'no file makes a wagmi configuration at its top level: nothing was changed')
    return notes.notes
  }
  rewriteAll(project, found, notes)
  return notes.notes
}

function usesLibrary(file: SourceFile, library: Library): boolean {
  return file
    .getImportDeclarations()
    .some((one) => isFrom(one.getModuleSpecifierValue(), library.packageName))
}

function rewriteAll(project: Project, found: FoundConfig, notes: NoteBook): void {
  const { library, file: config } = found
  const files = project.getSourceFiles().filter((file) => usesLibrary(file, library))
  // Notes contain line numbers of the original files, so notes about imports are made before any
  // change.
  for (const file of files) {
    noteImports(file, library, notes)
  }
  const bare = [...new Set([...files, config])].filter((file) => !hasSemicolons(file))
  takeQuotes(project)
  const modalOptions = readModalOptions(files, library)
  rewriteConfig(found, modalOptions, notes)
  for (const file of files) {
    removeStyles(file, library)
    rewriteProvider(file, config, library, notes)
    const hooks = library.hooks.filter((name) => findImport(file, library.packageName, name))
    const needsCustom = rewriteButtons(file, config, library, notes)
    const names = [...(needsCustom ? ['CustomConnectButton'] : []), ...hooks]
    if (names.length > 0) takeFromWrittenFile(project, file, found, hooks, names)
  }
  for (const file of bare) {
    removeSemicolons(file)
  }
}

/**
 * Makes a file import its hooks and custom button from the generated file, which is created at
 * first use.
 */
function takeFromWrittenFile(
  project: Project,
  file: SourceFile,
  { library, file: config }: FoundConfig,
  hooks: readonly string[],
  names: readonly string[],
): void {
  const path = `${config.getDirectoryPath()}/${library.writtenFile}`
  const written =
    project.getSourceFile(path) ??
    project.createSourceFile(
      path,
      dialogsFile(library.packageName, config.getBaseNameWithoutExtension()),
    )
  const aliases = hooks.flatMap((name) => {
    const specifier = findImport(file, library.packageName, name)
    return specifier && localName(specifier) !== name ? [{ name, alias: localName(specifier) }] : []
  })
  removeImports(file, library.packageName, hooks)
  addImportFromFile(file, written, names)
  for (const { name, alias } of aliases) {
    const specifier = file
      .getImportDeclarations()
      .flatMap((one) => one.getNamedImports())
      .find((one) => one.getName() === name)
    specifier?.setAlias(alias)
  }
}

function removeStyles(file: SourceFile, library: Library): void {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() === `${library.packageName}/styles.css`)
      declaration.remove()
  }
}

/** Notes imports from the library that the codemod cannot migrate. */
function noteImports(file: SourceFile, library: Library, notes: NoteBook): void {
  const known = [
    'getDefaultConfig',
    library.provider,
    library.button,
    ...library.hooks,
    ...Object.keys(library.themes),
  ]
  for (const declaration of file.getImportDeclarations()) {
    const from = declaration.getModuleSpecifierValue()
    if (!isFrom(from, library.packageName) || from.endsWith('/styles.css')) continue
    const isMain = from === library.packageName
    if (!isMain) notes.add(declaration, `\`${from}\`: ${importHints.connectorsForWallets}`)
    for (const specifier of isMain ? declaration.getNamedImports() : []) {
      const name = specifier.getName()
      if (known.includes(name) || specifier.isTypeOnly() || declaration.isTypeOnly()) continue
      notes.add(specifier, `\`${name}\`: ${importHints[name] ?? 'there is no counterpart'}`)
    }
  }
}
