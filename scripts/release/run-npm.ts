import { execFile } from 'node:child_process'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** What npm said, when it failed. */
export class NpmError extends Error {
  /** npm's own code (`E404`); undefined when it gave none. */
  readonly code: string | undefined

  constructor(args: readonly string[], output: string, code: string | undefined) {
    super(`npm ${args.join(' ')} fails:\n${output.trim().slice(-3000)}`)
    this.code = code
  }
}

export interface NpmOptions {
  readonly cwd: string
  /** The whole environment of npm; default: that of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined
}

/**
 * Runs npm with the settings of its environment and resolves to its standard output.
 * @throws NpmError when npm fails
 */
export function runNpm(args: readonly string[], { cwd, env }: NpmOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: env ?? process.env,
      // Node starts a batch file on Windows only through a shell (CVE-2024-27980).
      shell: npm.endsWith('.cmd'),
      maxBuffer: 64 * 1024 * 1024,
    }
    execFile(npm, [...args], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else reject(new NpmError(args, `${stdout}\n${stderr}`, codeOf(stdout, stderr)))
    })
  })
}

/** With `--json` npm writes its code to the standard output, else to the other. */
function codeOf(stdout: string, stderr: string): string | undefined {
  return /"code":\s*"(E\w+)"/.exec(stdout)?.[1] ?? /^npm error code (E\w+)/m.exec(stderr)?.[1]
}
