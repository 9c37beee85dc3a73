import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** One compiled contract. */
export interface Artifact {
  readonly abi: Abi
  /** Creation code. */
  readonly bytecode: Hex
  /** Deployed code, valid for a contract without immutables. */
  readonly runtime: Hex
}

/** Where the published package has the compiled contracts. */
const artifactsFile = fileURLToPath(new URL('../../contracts/artifacts.json', import.meta.url))

/** The compiled contracts of the devnet by name: those of the package, else of its sources. */
export async function compile(): Promise<Readonly<Record<string, Artifact>>> {
  const published = readArtifacts(artifactsFile)
  if (published) return published
  // The published package has no compiler, so its build must not follow this import.
  const compiler = new URL('./compile-contracts.ts', import.meta.url).href
  const { compileContracts } = (await import(/* @vite-ignore */ compiler)) as {
    compileContracts(): Promise<Readonly<Record<string, Artifact>>>
  }
  return compileContracts()
}

/**
 * Compiled artifacts of the Uniswap v2 contracts and of wrapped ether, whose packages are under the
 * GPL and therefore installed by choice; undefined without them.
 */
export function findExchangeArtifacts(): ReturnType<typeof readExchangeArtifacts> | undefined {
  return isInstalled('@uniswap/v2-core') && isInstalled('@uniswap/v2-periphery')
    ? readExchangeArtifacts()
    : undefined
}

/**
 * Whether a package that is installed by choice is there. Its folder is looked for where Node looks,
 * because some packages export neither a main file nor their manifest.
 */
export function isInstalled(name: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')))
}

/**
 * Compiled artifacts of the Uniswap v2 contracts and of wrapped ether.
 * @throws when their packages are not installed
 */
export function readExchangeArtifacts(): Readonly<
  Record<'factory' | 'router' | 'weth', Pick<Artifact, 'abi' | 'bytecode'>>
> {
  const require = createRequire(import.meta.url)
  const loadArtifact = (path: string): Pick<Artifact, 'abi' | 'bytecode'> => {
    const { abi, bytecode } = JSON.parse(readFileSync(require.resolve(path), 'utf8')) as {
      abi: Abi
      bytecode: string
    }
    return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` }
  }
  return {
    factory: loadArtifact('@uniswap/v2-core/build/UniswapV2Factory.json'),
    router: loadArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    weth: loadArtifact('@uniswap/v2-periphery/build/WETH9.json'),
  }
}

/** Reads compiled contracts; undefined when the file is not there. */
export function readArtifacts(file: string): Record<string, Artifact> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Artifact>
  } catch {
    return undefined
  }
}
