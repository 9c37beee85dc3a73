import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = join(import.meta.dirname, '../test/registered/page.ts')

/**
 * Compiles the page by itself, with this repository's settings and one version of wagmi.
 * @returns what is wrong with it
 */
function compilePage(wagmi: 'wagmi' | 'wagmi2', text?: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(page))
  const paths = { wagmi: [join(root, 'node_modules', wagmi, 'dist/types/exports/index.d.ts')] }
  const settings = { ...options, noEmit: true, paths }
  const host = ts.createCompilerHost(settings)
  const { readFile } = host
  host.readFile = (path) => (path === page && text !== undefined ? text : readFile(path))
  const program = ts.createProgram([page], settings, host)
  const file = program.getSourceFile(page)
  return [...program.getSemanticDiagnostics(file), ...program.getOptionsDiagnostics()].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
  )
}

describe.each(['wagmi', 'wagmi2'] as const)('Register of %s', (wagmi) => {
  it('default: hooks of wagmi know the chains of the configuration', () => {
    expect(compilePage(wagmi)).toEqual([])
  }, 120_000)

  it('behavior: without it every chain is allowed', () => {
    const unregistered = (ts.sys.readFile(page) ?? '').replace(
      'interface Register',
      'interface Other',
    )
    expect(compilePage(wagmi, unregistered)).toContain("Unused '@ts-expect-error' directive.")
  }, 120_000)
})
