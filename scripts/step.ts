import { spawn } from 'node:child_process'

/** A program that is one line of a report. */
export interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** Environment variables in addition to those of this process; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Runs a step and captures its output; resolves with the exit code. */
export function runStep(
  step: Step,
  cwd: string,
): Promise<{ code: number; output: string; seconds: number }> {
  const [command = '', ...args] = step.command
  const began = Date.now()
  return new Promise((done) => {
    // Node starts a batch file on Windows, such as npm.cmd, only through a shell (CVE-2024-27980).
    const shell = command.endsWith('.cmd')
    const env = { ...process.env, ...step.env }
    const child = spawn(command, args, { cwd, shell, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.stderr.on('data', (part: Buffer) => parts.push(part))
    const finish = (code: number): void =>
      done({
        code,
        output: Buffer.concat(parts).toString(),
        seconds: Math.round((Date.now() - began) / 1000),
      })
    child.on('error', (error) => {
      parts.push(Buffer.from(error.message))
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}
