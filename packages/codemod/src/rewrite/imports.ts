import { posix } from 'node:path'
import {
  type ImportDeclaration,
  type ImportSpecifier,
  type SourceFile,
  SyntaxKind,
  ts,
} from 'ts-morph'

/** Finds the import of a name from a package in a file. */
export function findImport(
  file: SourceFile,
  packageName: string,
  name: string,
): ImportSpecifier | undefined {
  return file
    .getImportDeclarations()
    .filter((one) => one.getModuleSpecifierValue() === packageName)
    .flatMap((one) => one.getNamedImports())
    .find((one) => one.getName() === name)
}

/** The name that an import has in its file: its alias, if it has one. */
export function localName(specifier: ImportSpecifier): string {
  return specifier.getAliasNode()?.getText() ?? specifier.getName()
}

/** Whether a file uses a name outside its imports. */
export function isUsed(file: SourceFile, name: string): boolean {
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some(
      (one) => one.getText() === name && !one.getFirstAncestorByKind(SyntaxKind.ImportDeclaration),
    )
}

/** Adds named imports to an existing import declaration of the module, else as a new one. */
export function addImport(file: SourceFile, from: string, names: readonly string[]): void {
  const existing = file
    .getImportDeclarations()
    .find(
      (one) =>
        one.getModuleSpecifierValue() === from && !one.isTypeOnly() && !one.getNamespaceImport(),
    )
  if (!existing) {
    file.addImportDeclaration({ moduleSpecifier: from, namedImports: [...names] })
    return
  }
  const known = existing.getNamedImports().map((one) => one.getName())
  existing.addNamedImports(names.filter((name) => !known.includes(name)))
}

/**
 * Whether an import resolves to the file `target`, by a relative path or an alias. Only the path is
 * resolved: asking ts-morph would build a new TypeScript program after each change.
 */
function leadsTo(declaration: ImportDeclaration, target: SourceFile): boolean {
  const { resolvedModule } = ts.resolveModuleName(
    declaration.getModuleSpecifierValue(),
    declaration.getSourceFile().getFilePath(),
    target.getProject().getCompilerOptions(),
    target.getProject().getModuleResolutionHost(),
  )
  return resolvedModule?.resolvedFileName === target.getFilePath()
}

/**
 * Adds an import of names from another file of the app, with or without a file extension as in the
 * file's other imports.
 */
export function addImportFromFile(
  file: SourceFile,
  target: SourceFile,
  names: readonly string[],
): void {
  if (file === target) return
  const existing = file
    .getImportDeclarations()
    .find((one) => !one.isTypeOnly() && leadsTo(one, target))
  if (existing) {
    addImport(file, existing.getModuleSpecifierValue(), names)
    return
  }
  const hasExtensions = file
    .getImportDeclarations()
    .some((one) => /^\..*\.tsx?$/.test(one.getModuleSpecifierValue()))
  const path = posix.relative(file.getDirectoryPath(), target.getFilePath())
  const specifier = path.startsWith('.') ? path : `./${path}`
  addImport(file, hasExtensions ? specifier : specifier.replace(/\.[jt]sx?$/, ''), names)
}

/** Removes named imports of a package, and the import declaration once it is empty. */
export function removeImports(
  file: SourceFile,
  packageName: string,
  names: readonly string[],
): void {
  for (const name of names) {
    const specifier = findImport(file, packageName, name)
    const declaration = specifier?.getImportDeclaration()
    specifier?.remove()
    const isEmpty =
      declaration?.getNamedImports().length === 0 &&
      !declaration.getDefaultImport() &&
      !declaration.getNamespaceImport()
    if (isEmpty) declaration?.remove()
  }
}
