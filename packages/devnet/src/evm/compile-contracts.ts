import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Abi } from 'viem'
import { type Artifact, readArtifacts } from './compile.ts'

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Record<
    string,
    Record<
      string,
      { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }
    >
  >
}

const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // Contract addresses depend on the bytecode, so comments and paths must not change the bytecode.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

const contractsFolder = fileURLToPath(new URL('../../contracts/', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../.cache/', import.meta.url))

/**
 * Compiles `contracts/*.sol`; reads the cached result when sources, compiler and libraries are the
 * same.
 */
export async function compileContracts(): Promise<Readonly<Record<string, Artifact>>> {
  const require = createRequire(import.meta.url)
  const sources = Object.fromEntries(
    readdirSync(contractsFolder)
      .filter((name) => name.endsWith('.sol'))
      .sort()
      .map((name) => [name, { content: readFileSync(contractsFolder + name, 'utf8') }]),
  )
  const versions = ['solc', '@openzeppelin/contracts', 'solady'].map((name) => {
    const { version } = JSON.parse(
      readFileSync(require.resolve(`${name}/package.json`), 'utf8'),
    ) as { version: string }
    return `${name}@${version}`
  })
  const key = createHash('sha256')
    .update(JSON.stringify({ sources, settings, versions }))
    .digest('hex')
    .slice(0, 24)
  const file = `${cacheFolder}contracts-${key}.json`
  const cachedArtifacts = readArtifacts(file)
  if (cachedArtifacts) return cachedArtifacts

  const solc = await loadCompiler()
  const compilerOutput = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
      import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
    }),
  ) as Output
  const errors = compilerOutput.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

  const artifacts = Object.fromEntries(
    Object.keys(sources).flatMap((source) =>
      Object.entries(compilerOutput.contracts[source] ?? {}).map(
        ([name, { abi, evm }]): [string, Artifact] => [
          name,
          {
            abi,
            bytecode: `0x${evm.bytecode.object}`,
            runtime: `0x${evm.deployedBytecode.object}`,
          },
        ],
      ),
    ),
  )
  mkdirSync(cacheFolder, { recursive: true })
  // The artifacts are written to a temporary file that is then renamed, so that a concurrent start
  // never reads half a file.
  const draftFile = `${file}.${process.pid}`
  writeFileSync(draftFile, JSON.stringify(artifacts))
  renameSync(draftFile, file)
  return artifacts
}

/** Loads the compiler, and removes the process-wide rejection listener that it adds. */
async function loadCompiler(): Promise<typeof import('solc').default> {
  const listenersBefore = process.listeners('unhandledRejection')
  const { default: solc } = await import('solc')
  for (const listener of process.listeners('unhandledRejection')) {
    if (!listenersBefore.includes(listener)) process.off('unhandledRejection', listener)
  }
  return solc
}
