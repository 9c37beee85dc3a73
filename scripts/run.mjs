import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Node arguments that run the workspaces from source. */
export const fromSource = ['--conditions=latchkey-source', '--import', 'tsx']

/**
 * Runs a program to its end with inherited output; resolves to the exit code. A signal that ends
 * this process also ends the program.
 */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((done) => {
    // Node starts a batch file on Windows, such as npm.cmd, only through a shell (CVE-2024-27980).
    const shell = command.endsWith('.cmd')
    const child = spawn(command, args, {
      cwd,
      shell,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    const end = (signal) => child.kill(signal)
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
    const finish = (code) => {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
      done(code)
    }
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? (signal ? 130 : 1)))
  })
}
