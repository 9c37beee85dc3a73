import {
  type CallExpression,
  type Expression,
  Node,
  type ObjectLiteralExpression,
  type Project,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import { type Library, libraries } from '../libraries.ts'
import { findImport, localName } from './imports.ts'

/** The call in the app's sources that creates the wagmi configuration. */
export interface FoundConfig {
  readonly file: SourceFile
  readonly library: Library
  /** The outermost call, whose result is assigned to a variable. */
  readonly call: CallExpression
  readonly options: ObjectLiteralExpression
}

/** Names that only wagmi before version 2 (and ConnectKit for it) exports. */
const oldNames = ['WagmiConfig', 'configureChains', 'createClient', 'getDefaultClient']

/**
 * The first import of a name that exists only in wagmi before version 2; undefined when there is
 * none.
 */
export function findOldWagmi(project: Project): Node | undefined {
  return project
    .getSourceFiles()
    .flatMap((file) =>
      oldNames.flatMap(
        (name) => findImport(file, 'wagmi', name) ?? findImport(file, 'connectkit', name) ?? [],
      ),
    )[0]
}

/** The library that the files of a project import; undefined when they import none. */
export function findLibrary(project: Project): Library | undefined {
  return libraries.find(({ packageName }) =>
    project
      .getSourceFiles()
      .some((file) =>
        file
          .getImportDeclarations()
          .some((one) => isFrom(one.getModuleSpecifierValue(), packageName)),
      ),
  )
}

/** Whether an import is of the package itself or of one of its subpaths. */
export function isFrom(moduleName: string, packageName: string): boolean {
  return moduleName === packageName || moduleName.startsWith(`${packageName}/`)
}

/**
 * Finds the wagmi configuration: a call of the library's `getDefaultConfig`, else of wagmi's
 * `createConfig`.
 */
export function findConfig(project: Project, library: Library): FoundConfig | undefined {
  const files = project.getSourceFiles()
  const made = (packageName: string, name: string): FoundConfig | undefined =>
    files
      .flatMap((file) => {
        const specifier = findImport(file, packageName, name)
        return specifier ? findCalls(file, localName(specifier)) : []
      })
      .flatMap((call) => readConfig(call, library) ?? [])[0]
  return made(library.packageName, 'getDefaultConfig') ?? made('wagmi', 'createConfig')
}

function findCalls(file: SourceFile, name: string): readonly CallExpression[] {
  return file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getText() === name)
}

/**
 * Reads a configuration made by either call alone, or by `createConfig(getDefaultConfig({ … }))`.
 * It must be assigned to a variable at the top level of a file.
 */
function readConfig(found: CallExpression, library: Library): FoundConfig | undefined {
  const outer = found.getParentIfKind(SyntaxKind.CallExpression)
  const call = outer?.getExpression().getText() === 'createConfig' ? outer : found
  const options: Expression | undefined = found.getArguments().find(Node.isExpression)
  const isTopLevel = call
    .getParentIfKind(SyntaxKind.VariableDeclaration)
    ?.getVariableStatement()
    ?.getParentIfKind(SyntaxKind.SourceFile)
  if (!isTopLevel || !options || !Node.isObjectLiteralExpression(options)) return undefined
  return { file: call.getSourceFile(), library, call, options }
}
