import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** The compiler's output for one contract. */
export interface Artifact {
  readonly abi: Abi
  /** Code that deploys the contract. */
  readonly bytecode: Hex
  /** Code of the deployed contract; right only for a contract without immutables. */
  readonly runtime: Hex
}

/** File with the compiled contracts; it exists only in the published package. */
const artifactsFile = fileURLToPath(new URL('../../contracts/artifacts.json', import.meta.url))

/**
 * The devnet's compiled contracts by name: read from the published package, else compiled from
 * source.
 */
export async function compile(): Promise<Readonly<Record<string, Artifact>>> {
  const published = readArtifacts(artifactsFile)
  if (published) return published
  // The published package contains no compiler, so bundlers must not resolve this import.
  const compiler = new URL('./compile-contracts.ts', import.meta.url).href
  const { compileContracts } = (await import(/* @vite-ignore */ compiler)) as {
    compileContracts(): Promise<Readonly<Record<string, Artifact>>>
  }
  return compileContracts()
}

/**
 * Compiled Uniswap v2 contracts and wrapped ether. Their npm packages are under the GPL, so they
 * are optional; undefined when they are not installed.
 */
export function findExchangeArtifacts(): ReturnType<typeof readExchangeArtifacts> | undefined {
  return isInstalled('@uniswap/v2-core') && isInstalled('@uniswap/v2-periphery')
    ? readExchangeArtifacts()
    : undefined
}

/**
 * Whether an optional npm package is installed. Its folder is searched in Node's own lookup paths,
 * because some packages export neither a main file nor their `package.json`.
 */
export function isInstalled(name: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')))
}

/**
 * Compiled Uniswap v2 contracts and wrapped ether.
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

/** Reads a file of compiled contracts; undefined when it does not exist. */
export function readArtifacts(file: string): Record<string, Artifact> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Artifact>
  } catch {
    return undefined
  }
}
