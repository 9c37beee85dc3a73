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

/** The call that makes the app's configuration of wagmi. */
export interface FoundConfig {
  readonly file: SourceFile
  readonly library: Library
  /** The whole call, which is what a variable is set to. */
  readonly call: CallExpression
  readonly options: ObjectLiteralExpression
}

/** Names of wagmi before its second version. */
const oldNames = ['WagmiConfig', 'configureChains', 'createClient', 'getDefaultClient']

/** The first file that imports from wagmi before 2, with the import. */
export function findOldWagmi(project: Project): Node | undefined {
  return project
    .getSourceFiles()
    .flatMap((file) =>
      oldNames.flatMap(
        (name) => findImport(file, 'wagmi', name) ?? findImport(file, 'connectkit', name) ?? [],
      ),
    )[0]
}

/** The library that a project imports from. */
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

/** Whether a module is a package or a part of it. */
export function isFrom(moduleName: string, packageName: string): boolean {
  return moduleName === packageName || moduleName.startsWith(`${packageName}/`)
}

/** The configuration: made by the library's `getDefaultConfig`, else by wagmi's `createConfig`. */
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

/** `createConfig(getDefaultConfig({ … }))` is one configuration, and so is either call alone. */
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
