import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = join(import.meta.dirname, '../test/registered/page.ts')

/** Compiles the page by itself, with this repository's settings. @returns what is wrong with it */
function compilePage(text?: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(page))
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (path) => (path === page && text !== undefined ? text : readFile(path))
  const program = ts.createProgram([page], { ...options, noEmit: true }, host)
  const file = program.getSourceFile(page)
  return [...program.getSemanticDiagnostics(file), ...program.getOptionsDiagnostics()].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
  )
}

describe('Register', () => {
  it('default: hooks know the chains and addresses of the kit that a page registers', () => {
    expect(compilePage()).toEqual([])
  }, 60_000)

  it('behavior: without it every chain is allowed', () => {
    const unregistered = (ts.sys.readFile(page) ?? '').replace(
      'interface Register',
      'interface Other',
    )
    expect(compilePage(unregistered)).toContain("Unused '@ts-expect-error' directive.")
  }, 60_000)
})
