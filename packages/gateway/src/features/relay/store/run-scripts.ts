import { hash } from 'node:crypto'

/** Runs one of the Lua scripts that were loaded into Redis. */
export type RunScript = (
  script: string,
  keys: readonly string[],
  given: readonly unknown[],
) => Promise<unknown>

/**
 * Loads Lua scripts into Redis, so that they are run by their hash: their text is long, and is sent
 * again only when Redis has lost it.
 * @param runCommand - sends one command to Redis
 */
export async function loadScripts(
  runCommand: (...command: string[]) => Promise<unknown>,
  scripts: readonly string[],
): Promise<RunScript> {
  const hashes = new Map(scripts.map((script) => [script, hash('sha1', script)]))
  // Redis refuses to load scripts while it still loads its data; each script is then sent as text
  // when it is first used.
  await Promise.allSettled(scripts.map((script) => runCommand('SCRIPT', 'LOAD', script)))
  return async (script, keys, given) => {
    const scriptArguments = [String(keys.length), ...keys, ...given.map(String)]
    try {
      return await runCommand('EVALSHA', hashes.get(script) ?? '', ...scriptArguments)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return runCommand('EVAL', script, ...scriptArguments)
    }
  }
}
