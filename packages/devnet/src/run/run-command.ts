import { readFileSync } from 'node:fs'
import { readOptions, usage } from './read-options.ts'
import { missingPackageOf, type StartedChain, startChain } from './start-chain.ts'

/** How the command writes its output, and learns that it must stop. */
export interface CommandHost {
  writeLine(text: string): void
  writeError(text: string): void
  /** Registers `stop` to be called when the user or the operating system ends the command. */
  onEnd(stop: () => void): void
}

/**
 * Starts the chains and keeps them running until the command is ended. Resolves to the exit code
 * once every chain has stopped.
 * @param args what stands behind the command's name
 */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const startedAt = performance.now()
  const chains: StartedChain[] = []
  const stopAll = () => Promise.all(chains.map(({ stop }) => stop()))
  const ended = new Promise<void>((resolve) => host.onEnd(resolve))
  try {
    const options = readOptions(args)
    if (options === 'help') return writeAndEnd(host, usage)
    if (options === 'version') return writeAndEnd(host, readVersion())
    for (const { name, port } of options.chains) {
      const missing = missingPackageOf(name)
      if (missing && !options.isLenient) throw new Error(missing)
      if (missing) host.writeError(missing)
      else chains.push(await startChain(name, port))
    }
    if (options.isJson) host.writeLine(JSON.stringify(describeAsJson(chains)))
    else {
      for (const chain of chains) {
        host.writeLine(describeAsText(chain))
      }
      host.writeLine(`ready in ${Math.round(performance.now() - startedAt)} ms`)
    }
    await ended
    await stopAll()
    return 0
  } catch (error) {
    host.writeError(error instanceof Error ? error.message : String(error))
    await stopAll()
    return 1
  }
}

function writeAndEnd(host: CommandHost, text: string): number {
  host.writeLine(text)
  return 0
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function describeAsJson(chains: readonly StartedChain[]): object {
  const entries = chains.map(({ name, url, chain, accounts, contracts }) => [
    name,
    { url, chain, accounts, contracts },
  ])
  return { ready: true, chains: Object.fromEntries(entries) }
}

function describeAsText({ name, url, chain, accounts, contracts }: StartedChain): string {
  const names = Object.entries(contracts).map(([key, value]) => `  ${key.padEnd(22)} ${value}`)
  const funded = accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`)
  return [
    `${name}  ${url}  ${chain}`,
    ...names,
    ' funded accounts, with their keys',
    ...funded,
  ].join('\n')
}
