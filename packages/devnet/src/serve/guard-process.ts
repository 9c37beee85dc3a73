import { spawn } from 'node:child_process'

/**
 * Kills the process `pid` when this process ends abruptly, by a signal or a crash: a child process
 * waits for the end of a pipe from this process, and then kills `pid`.
 */
export function guardProcess(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  const child = spawn('/bin/sh', ['-c', `cat >/dev/null; kill -9 ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.on('error', () => undefined)
  child.unref()
  const inputPipe = child.stdin as (typeof child.stdin & { unref?: () => void }) | null
  inputPipe?.unref?.()
  return () => {
    child.kill('SIGKILL')
  }
}
