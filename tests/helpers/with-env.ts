/**
 * Runs a function with more environment variables, and removes them afterwards, because other files
 * may share the process.
 */
export async function withEnv<Made>(
  env: Readonly<Record<string, string>>,
  run: () => Promise<Made>,
): Promise<Made> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  try {
    return await run()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
