import { posix } from 'node:path'
import {
  type ImportDeclaration,
  type ImportSpecifier,
  type SourceFile,
  SyntaxKind,
  ts,
} from 'ts-morph'

/** The import of a name from a package in a file, if there is one. */
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

/** The name by which a file calls what it imports. */
export function localName(specifier: ImportSpecifier): string {
  return specifier.getAliasNode()?.getText() ?? specifier.getName()
}

/** Whether the file uses a name anywhere but in its imports. */
export function isUsed(file: SourceFile, name: string): boolean {
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some(
      (one) => one.getText() === name && !one.getFirstAncestorByKind(SyntaxKind.ImportDeclaration),
    )
}

/** Adds named imports to the import of a module that is there, or a new import. */
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
 * Whether an import is of this file of the app, by a path or an alias. It asks for the path alone:
 * ts-morph's own answer makes a new program after each change.
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

/** Adds an import of names that another file of the app exports, as the app writes its imports. */
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

/** Removes the imports of these names, and the import itself once it is empty. */
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
