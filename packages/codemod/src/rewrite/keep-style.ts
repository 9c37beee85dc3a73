import { type Project, QuoteKind, type SourceFile } from 'ts-morph'

/**
 * Makes ts-morph write new imports with the kind of quotes that most imports of the project have.
 */
export function takeQuotes(project: Project): void {
  const quotes = project
    .getSourceFiles()
    .flatMap((file) => file.getImportDeclarations())
    .map((one) => one.getModuleSpecifier().getText()[0])
  const single = quotes.filter((quote) => quote === "'").length
  project.manipulationSettings.set({
    quoteKind: single * 2 >= quotes.length ? QuoteKind.Single : QuoteKind.Double,
  })
}

/** Whether any import of a file ends with a semicolon. */
export function hasSemicolons(file: SourceFile): boolean {
  return file.getImportDeclarations().some((one) => one.getText().endsWith(';'))
}

/** Removes the semicolons of all imports, for files whose own imports have none. */
export function removeSemicolons(file: SourceFile): void {
  for (const declaration of file.getImportDeclarations()) {
    const text = declaration.getText()
    if (text.endsWith(';')) declaration.replaceWithText(text.slice(0, -1))
  }
}
